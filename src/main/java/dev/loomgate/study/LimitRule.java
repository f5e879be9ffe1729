package dev.loomgate.study;

import dev.loomgate.metric.Direction;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;

/**
 * A limit out of what several boots have shown: their median, and three times what they scatter by on the side that is
 * worse; never tighter than the worst of them; rounded away from the median to two digits.
 *
 * <p>What they scatter by is 1.4826 times the median of the distances from the median. For normally distributed values
 * that is their standard deviation, and two bad boots of five do not make it large. In the limit it counts as 5 % of
 * the median at least: boots within a few minutes know nothing of another day, and five may agree by chance.
 *
 * @param scatter as it was seen
 * @param bound zero or less where no limit is left, which happens only below the median
 */
record LimitRule(double median, double scatter, BigDecimal bound) {
    private static final double TIMES = 3;
    private static final double OF_NORMAL = 1.4826;
    private static final double LEAST = 0.05;
    private static final int DIGITS = 2;

    /** @param values at least one, none of them negative */
    static LimitRule of(List<Double> values, Direction direction) {
        double median = median(values);
        double scatter = OF_NORMAL
                * median(values.stream().map(value -> Math.abs(value - median)).toList());
        double allowance = TIMES * Math.max(scatter, LEAST * median);
        double bound = direction == Direction.LOWER_IS_BETTER
                ? Math.max(values.stream().mapToDouble(value -> value).max().orElseThrow(), median + allowance)
                : Math.min(values.stream().mapToDouble(value -> value).min().orElseThrow(), median - allowance);
        // Of sums and products of decimals the last digits are noise, and would be rounded up, too.
        BigDecimal exact = new BigDecimal(bound, new MathContext(12, RoundingMode.HALF_EVEN));
        RoundingMode away = direction == Direction.LOWER_IS_BETTER ? RoundingMode.CEILING : RoundingMode.FLOOR;
        return new LimitRule(
                median, scatter, exact.round(new MathContext(DIGITS, away)).stripTrailingZeros());
    }

    /** Whether there is a limit at all. */
    boolean limits() {
        return bound.signum() > 0;
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
