package dev.loomgate.summary;

import java.util.EnumSet;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.statistics.descriptive.DoubleStatistics;
import org.apache.commons.statistics.descriptive.Statistic;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * A two-sided 95 % interval.
 *
 * @param high may be infinite: one value says nothing about its spread
 */
record Interval(double low, double high) {
    private static final double ONE_TAIL = 0.025;

    /** All that is known of a quantity that can't be negative when it was seen once. */
    static final Interval UNKNOWN = new Interval(0, Double.POSITIVE_INFINITY);

    /** A count of what happened in this run, not a sample of something larger. */
    static Interval exactly(double value) {
        return new Interval(value, value);
    }

    /**
     * Student's t over the values of iterations, for a quantity that is not negative. On logarithms where all values
     * are positive: times and costs scatter by factors, and the interval then can't reach below 0. With a zero among
     * them the plain interval, cut at 0.
     */
    static Interval of(List<Double> values) {
        if (values.size() < 2) {
            return UNKNOWN;
        }
        if (values.stream().distinct().count() == 1) {
            return exactly(values.getFirst());
        }
        if (values.stream().allMatch(value -> value > 0)) {
            Interval logs = student(values, Math::log);
            return new Interval(Math.exp(logs.low), Math.exp(logs.high));
        }
        Interval plain = student(values, value -> value);
        return new Interval(Math.max(0, plain.low), plain.high);
    }

    /**
     * An interval holds its centre: the merged percentile is another estimator than the mean the interval was built
     * around.
     */
    Interval holding(double centre) {
        return new Interval(Math.min(low, centre), Math.max(high, centre));
    }

    private static Interval student(List<Double> values, DoubleUnaryOperator scale) {
        double[] scaled =
                values.stream().mapToDouble(Double::doubleValue).map(scale).toArray();
        DoubleStatistics statistics =
                DoubleStatistics.of(EnumSet.of(Statistic.MEAN, Statistic.STANDARD_DEVIATION), scaled);
        double mean = statistics.getAsDouble(Statistic.MEAN);
        double error = statistics.getAsDouble(Statistic.STANDARD_DEVIATION) / Math.sqrt(scaled.length);
        double reach = TDistribution.of(scaled.length - 1).inverseSurvivalProbability(ONE_TAIL) * error;
        return new Interval(mean - reach, mean + reach);
    }
}
