package dev.loomgate.verdict;

import dev.loomgate.metric.Metric;
import dev.loomgate.summary.Estimate.Estimated;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.stream.DoubleStream;

/** Writes the numbers of one comparison with as many digits as it takes to see which is larger. */
final class Numbers {
    private static final int FEWEST_DIGITS = 4;
    private static final int MOST_DIGITS = 12;

    private final int digits;

    private Numbers(int digits) {
        this.digits = digits;
    }

    /** Enough digits to tell the estimate from each bound; 115.04 against 115 must not read "115.0, limit 115". */
    static Numbers telling(Estimated estimated, double... bounds) {
        for (int digits = FEWEST_DIGITS; digits < MOST_DIGITS; digits++) {
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

    String write(double number) {
        if (Double.isInfinite(number)) {
            return "unknown";
        }
        BigDecimal rounded = BigDecimal.valueOf(number).round(new MathContext(digits));
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }

    /** {@code 121.3 ms (95 % interval 120.9 to 121.8)}. */
    String write(Estimated estimated) {
        Metric metric = estimated.metric();
        return write(estimated.value()) + " " + metric.unit() + interval(estimated);
    }

    private String interval(Estimated estimated) {
        if (Double.isInfinite(estimated.high())) {
            return " (one value, spread unknown)";
        }
        return estimated.low() == estimated.high()
                ? ""
                : " (95 % interval " + write(estimated.low()) + " to " + write(estimated.high()) + ")";
    }
}
