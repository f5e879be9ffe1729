package dev.loomgate.verdict;

import dev.loomgate.plan.Limit.Comparison;
import dev.loomgate.summary.Estimate.Estimated;

/**
 * The right side of a limit as a number, or as an interval where it was itself measured. An estimate is within it or
 * beyond it only when that holds for every pair of points of the two intervals, so doubt on either side never decides.
 * Two 95 % intervals that do not meet are stronger evidence than 95 %: a limit against another variant errs towards
 * INCONCLUSIVE.
 */
public record Range(double low, double high) {
    /**
     * 7 % of 100 is 7.000000000000001 in binary: what differs by less than a billionth is equal, and equality passes.
     */
    private static final double ROUNDING = 1e-9;

    /** How an estimate stands to a bound. */
    enum Position {
        WITHIN,
        BEYOND,
        UNDECIDED
    }

    static Range exactly(double value) {
        return new Range(value, value);
    }

    Position of(Estimated estimate, Comparison comparison) {
        boolean within = switch (comparison) {
            case AT_MOST -> atMost(estimate.high(), low);
            case AT_LEAST -> atMost(high, estimate.low());
        };
        boolean beyond = switch (comparison) {
            case AT_MOST -> !atMost(estimate.low(), high);
            case AT_LEAST -> !atMost(low, estimate.high());
        };
        return within ? Position.WITHIN : beyond ? Position.BEYOND : Position.UNDECIDED;
    }

    /**
     * The end of this range that decides for {@code position}: the number a reader can check the estimate's interval
     * against.
     */
    double decisive(Position position, Comparison comparison) {
        boolean nearEnd = (position == Position.WITHIN) == (comparison == Comparison.AT_MOST);
        return nearEnd ? low : high;
    }

    private static boolean atMost(double a, double b) {
        return a <= b || (Double.isFinite(b) && a - b <= ROUNDING * Math.abs(b));
    }
}
