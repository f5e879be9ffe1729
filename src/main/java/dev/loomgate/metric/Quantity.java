package dev.loomgate.metric;

import java.util.Locale;

/** A number with its unit, as in {@code 115 ms}. */
public record Quantity(double amount, Unit unit) {
    public Quantity {
        if (!Double.isFinite(amount)) {
            throw new IllegalArgumentException("a quantity is a finite number, was " + amount);
        }
    }

    public double in(Unit target) {
        return unit.convert(amount, target);
    }

    @Override
    public String toString() {
        String number = amount == Math.rint(amount) && Math.abs(amount) < 1e15
                ? String.format(Locale.ROOT, "%.0f", amount)
                : String.format(Locale.ROOT, "%s", amount);
        return number + " " + unit;
    }
}
