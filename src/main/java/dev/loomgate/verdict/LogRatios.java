package dev.loomgate.verdict;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One logarithm of a ratio per unit: Student's t, one side at a time. One or two units don't know how much they
 * scatter: there, what units of equal arms are known to do counts, too.
 *
 * @param scatter standard deviation of a unit, as far as is known beforehand
 * @param notClear why they can rule no change out, as a clause: there are too few answers behind each value, or units
 *     without one; what got worse is found all the same
 */
record LogRatios(List<Double> values, double scatter, Optional<String> notClear) implements Evidence {
    /** Units that know their own scatter. */
    private static final int ENOUGH = 3;

    LogRatios {
        values = List.copyOf(values);
    }

    @Override
    public int units() {
        return values.size();
    }

    @Override
    public double scaled(double share) {
        return Math.log1p(share);
    }

    @Override
    public double lower(int from, int to, double alpha) {
        OneSided units = OneSided.of(values.subList(from, to));
        return to - from < ENOUGH ? units.lower(alpha, knownBefore(from)) : units.lower(alpha);
    }

    /** Units that were measured before these may have shown that they scatter more. */
    private double knownBefore(int units) {
        return units < ENOUGH
                ? scatter
                : Math.max(scatter, OneSided.of(values.subList(0, units)).deviation());
    }

    @Override
    public double upper(int from, int to, double alpha) {
        return notClear.isPresent()
                ? Double.POSITIVE_INFINITY
                : OneSided.of(values.subList(from, to)).upper(alpha);
    }

    /** How much units scatter is not known before they are measured. */
    @Override
    public boolean couldRuleOut(double change, int units, double alpha) {
        return notClear.isEmpty();
    }

    @Override
    public String whatWasSeen(double alpha) {
        OneSided all = OneSided.of(values);
        return notClear.orElseGet(() -> String.format(
                Locale.ROOT, "could have seen a change of %.1f %%", 100 * Math.expm1(all.upper(alpha) - all.mean())));
    }
}
