package dev.loomgate.report;

import dev.loomgate.metric.Unit;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How numbers look: four significant digits, no thousands separators, the same in every locale. */
final class Figures {
    private static final MathContext FOUR_DIGITS = new MathContext(4, RoundingMode.HALF_EVEN);

    private Figures() {}

    static String number(double value) {
        if (!Double.isFinite(value)) {
            return "unbounded";
        }
        BigDecimal exact = BigDecimal.valueOf(value);
        BigDecimal rounded =
                Math.abs(value) >= 1000 ? exact.setScale(0, RoundingMode.HALF_EVEN) : exact.round(FOUR_DIGITS);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }

    static String number(double value, Unit unit) {
        return Double.isFinite(value) ? number(value) + " " + unit.symbol() : number(value);
    }

    /** An end that is not bounded is left out rather than printed as infinity. */
    static String interval(double low, double high) {
        boolean hasLow = Double.isFinite(low);
        boolean hasHigh = Double.isFinite(high);
        if (hasLow && hasHigh) {
            return number(low) + " to " + number(high);
        }
        if (hasLow) {
            return "at least " + number(low);
        }
        return hasHigh ? "at most " + number(high) : "unbounded";
    }

    static String interval(double low, double high, Unit unit) {
        String interval = interval(low, high);
        return Double.isFinite(low) || Double.isFinite(high) ? interval + " " + unit.symbol() : interval;
    }

    /** {@code 12 min 4 s}, {@code 31.5 s}, {@code 250 ms}. */
    static String duration(Duration duration) {
        if (duration.compareTo(Duration.ofSeconds(1)) < 0) {
            return number(duration.toNanos() / 1e6) + " ms";
        }
        if (duration.compareTo(Duration.ofMinutes(1)) < 0) {
            return number(Math.floor(duration.toNanos() / 1e8) / 10) + " s";
        }
        return duration.compareTo(Duration.ofHours(1)) < 0
                ? duration.toMinutes() + " min " + duration.toSecondsPart() + " s"
                : duration.toHours() + " h " + duration.toMinutesPart() + " min";
    }

    /** {@code 58 %}, or {@code n/a} as long as there is no whole. */
    static String share(Duration part, Duration whole) {
        return whole.isPositive() ? Math.round(100.0 * part.toNanos() / whole.toNanos()) + " %" : "n/a";
    }

    static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }

    /** JSON has no infinity: an unbounded end is {@code null}. */
    static @Nullable Double finite(double value) {
        return Double.isFinite(value) ? value : null;
    }
}
