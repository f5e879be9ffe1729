package dev.loomgate.study;

import dev.loomgate.metric.Direction;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;

/**
 * A limit out of what several boots have shown. A gate asks that the whole interval is within the limit, so it is made
 * of the worse ends of their intervals: the median end, and on its worse side five times what the ends scatter by, or
 * 15 % where that is more; never tighter than the worst of them; rounded away from the median to two digits.
 *
 * <p>What they scatter by is 1.4826 times the median of the distances from the median. For normally distributed values
 * that is their standard deviation, and two bad boots of five do not make it large. Five boots tell it badly, which is
 * why it counts five times: the next boot is beyond the limit in 1 of 100 where they scatter by 10 %, in 3 of 100 where
 * it is 20 %. The 15 % are there because boots within a few minutes know nothing of another day.
 */
final class LimitRule {
    private static final double TIMES = 5;
    private static final double OF_NORMAL = 1.4826;
    private static final double LEAST = 0.15;
    private static final int DIGITS = 2;

    private LimitRule() {}

    /**
     * Empty where no limit above zero is left.
     *
     * @param ends at least one, none of them negative
     */
    static Optional<BigDecimal> bound(List<Double> ends, Direction direction) {
        double median = median(ends);
        double scatter = OF_NORMAL
                * median(ends.stream().map(end -> Math.abs(end - median)).toList());
        double allowance = Math.max(TIMES * scatter, LEAST * median);
        double bound = direction == Direction.LOWER_IS_BETTER
                ? Math.max(ends.stream().mapToDouble(end -> end).max().orElseThrow(), median + allowance)
                : Math.min(ends.stream().mapToDouble(end -> end).min().orElseThrow(), median - allowance);
        // Of sums and products of decimals the last digits are noise, and would be rounded up, too.
        BigDecimal exact = new BigDecimal(bound, new MathContext(12, RoundingMode.HALF_EVEN));
        RoundingMode away = direction == Direction.LOWER_IS_BETTER ? RoundingMode.CEILING : RoundingMode.FLOOR;
        return Optional.of(exact.round(new MathContext(DIGITS, away)).stripTrailingZeros())
                .filter(limit -> limit.signum() > 0);
    }

    static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
