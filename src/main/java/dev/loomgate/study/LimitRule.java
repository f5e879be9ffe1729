package dev.loomgate.study;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;

/**
 * A limit out of what several boots have shown: the median and three times what they scatter by, at least the highest
 * of them, rounded up to two digits.
 *
 * <p>What they scatter by is 1.4826 times the median of the distances from the median, which for normally distributed
 * values is their standard deviation, and which one bad boot does not move. It counts as 5 % of the median at least:
 * boots within a few minutes know nothing of another day, and five may agree by chance.
 */
final class LimitRule {
    private static final double DEVIATIONS = 3;
    private static final double OF_NORMAL = 1.4826;
    private static final double LEAST = 0.05;
    private static final int DIGITS = 2;

    private LimitRule() {}

    /** @param values at least one, none of them negative */
    static BigDecimal limit(List<Double> values) {
        double median = median(values);
        double spread =
                OF_NORMAL * median(values.stream().map(value -> Math.abs(value - median)).toList());
        double highest = values.stream().mapToDouble(value -> value).max().orElseThrow();
        double limit = Math.max(highest, median + DEVIATIONS * Math.max(spread, LEAST * median));
        return new BigDecimal(limit, new MathContext(DIGITS, RoundingMode.UP)).stripTrailingZeros();
    }

    static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1
                ? sorted.get(middle)
                : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
