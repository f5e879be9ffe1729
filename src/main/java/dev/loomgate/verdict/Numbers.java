package dev.loomgate.verdict;

import dev.loomgate.metric.Metric;
import dev.loomgate.plan.Bound;
import dev.loomgate.summary.Estimate.Estimated;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Collection;
import java.util.stream.DoubleStream;

/**
 * Writes numbers: four significant digits, whole numbers whole, no thousands separators, the same in every locale; and
 * where a number is held against a bound as many digits as it takes to see which is larger.
 */
public final class Numbers {
    /** Where nothing is compared. */
    public static final Numbers PLAIN = new Numbers(4);

    /** For what is known roughly. */
    static final Numbers SHORT = new Numbers(2);

    private static final int MOST_DIGITS = 12;

    private final MathContext digits;

    private Numbers(int digits) {
        this.digits = new MathContext(digits, RoundingMode.HALF_EVEN);
    }

    /** For an estimate and the limits on its metric: the same digits in a table as in the sentences on these limits. */
    public static Numbers telling(Estimated estimated, Collection<Verdict> verdicts) {
        return telling(
                estimated, verdicts.stream().flatMapToDouble(Numbers::bounds).toArray());
    }

    private static DoubleStream bounds(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Passed passed -> DoubleStream.of(passed.bound());
            case Verdict.Failed failed -> DoubleStream.of(failed.bound());
            case Verdict.Inconclusive open ->
                open.range().stream().flatMapToDouble(range -> DoubleStream.of(range.low(), range.high()));
            case Verdict.NotApplicable foreign -> DoubleStream.empty();
            case Verdict.Invalid invalid -> DoubleStream.empty();
        };
    }

    /** Enough digits to tell the estimate from each bound; 115.04 against 115 must not read "115.0, limit 115". */
    static Numbers telling(Estimated estimated, double... bounds) {
        for (int digits = PLAIN.digits.getPrecision(); digits < MOST_DIGITS; digits++) {
            Numbers candidate = new Numbers(digits);
            if (DoubleStream.of(bounds).allMatch(bound -> candidate.tell(estimated, bound))) {
                return candidate;
            }
        }
        return new Numbers(MOST_DIGITS);
    }

    private boolean tell(Estimated estimated, double bound) {
        return DoubleStream.of(estimated.value(), estimated.low(), estimated.high())
                .allMatch(number -> number == bound || !write(number).equals(write(bound)));
    }

    public String write(double number) {
        if (!Double.isFinite(number)) {
            return "unbounded";
        }
        BigDecimal exact = BigDecimal.valueOf(number);
        BigDecimal rounded = exact.precision() - exact.scale() >= digits.getPrecision()
                ? exact.setScale(0, RoundingMode.HALF_EVEN)
                : exact.round(digits);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }

    /** An end that is not bounded is left out rather than printed as infinity. */
    public String interval(double low, double high) {
        boolean hasLow = Double.isFinite(low);
        boolean hasHigh = Double.isFinite(high);
        if (hasLow && hasHigh) {
            return write(low) + " to " + write(high);
        }
        if (hasLow) {
            return "at least " + write(low);
        }
        return hasHigh ? "at most " + write(high) : "unbounded";
    }

    /** {@code 121.3 ms (95 % interval 120.9 to 121.8)}. */
    String write(Estimated estimated) {
        return write(estimated.value()) + " " + estimated.metric().unit() + spread(estimated);
    }

    private String spread(Estimated estimated) {
        if (estimated.low() == estimated.high()) {
            return "";
        }
        if (estimated.isOneValue()) {
            return " (one value, spread unknown)";
        }
        // What a search leaves open between a rate that held and one that did not has nothing to do with chance.
        String interval = estimated.metric() == Metric.CAPACITY ? "interval " : "95 % interval ";
        return " (" + interval + interval(estimated.low(), estimated.high()) + ")";
    }

    /**
     * A bound that the file does not spell out as a number of the metric's unit is shown with the number it came to.
     */
    String written(Bound bound, Metric metric, double value) {
        boolean spelled =
                bound instanceof Bound.Absolute absolute && absolute.value().unit() == metric.unit();
        return spelled ? "" : " = " + write(value) + " " + metric.unit();
    }
}
