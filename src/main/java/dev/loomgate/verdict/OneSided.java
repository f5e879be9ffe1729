package dev.loomgate.verdict;

import java.util.EnumSet;
import java.util.List;
import org.apache.commons.statistics.descriptive.DoubleStatistics;
import org.apache.commons.statistics.descriptive.Statistic;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * What some units say of their mean: Student's t, one side at a time. Values are logarithms of ratios.
 *
 * @param n units
 * @param mean of them
 * @param deviation standard deviation of a unit; infinite for a single one
 */
record OneSided(int n, double mean, double deviation) {
    private static final int KNOWN = 4;

    static OneSided of(List<Double> values) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("no value says nothing");
        }
        DoubleStatistics statistics = DoubleStatistics.of(
                EnumSet.of(Statistic.MEAN, Statistic.STANDARD_DEVIATION),
                values.stream().mapToDouble(value -> value).toArray());
        return new OneSided(
                values.size(),
                statistics.getAsDouble(Statistic.MEAN),
                values.size() == 1 ? Double.POSITIVE_INFINITY : statistics.getAsDouble(Statistic.STANDARD_DEVIATION));
    }

    /** The true mean lies below this with probability {@code alpha} at most. */
    double lower(double alpha) {
        return mean - reach(alpha);
    }

    /**
     * The same where there are too few units to tell how much they scatter (the moderated t of Smyth 2004).
     *
     * @param scatter what is known of that beforehand; it counts as much as {@link #KNOWN} units more
     */
    double lower(double alpha, double scatter) {
        return mean - reach(alpha, scatter, KNOWN);
    }

    /** The true mean lies above this with probability {@code alpha} at most. */
    double upper(double alpha) {
        return mean + reach(alpha);
    }

    /**
     * How far the true mean may be from this one, to one side.
     *
     * @param scatter what is known of that of units beforehand
     * @param known how many units more it counts as
     */
    double reach(double alpha, double scatter, int known) {
        int freedom = known + n - 1;
        double own = n == 1 ? 0 : (n - 1) * deviation * deviation;
        double moderated = Math.sqrt((known * scatter * scatter + own) / freedom);
        return TDistribution.of(freedom).inverseSurvivalProbability(alpha) * moderated / Math.sqrt(n);
    }

    private double reach(double alpha) {
        if (n == 1) {
            return Double.POSITIVE_INFINITY;
        }
        // Counts can be the same in every unit; then there is no doubt.
        return deviation == 0
                ? 0
                : TDistribution.of(n - 1).inverseSurvivalProbability(alpha) * deviation / Math.sqrt(n);
    }

    /** How likely a mean this high is, or a higher one, when the true one is {@code mu}. */
    double p(double mu) {
        if (n == 1) {
            return 1;
        }
        if (deviation == 0) {
            return mean > mu ? 0 : 1;
        }
        return TDistribution.of(n - 1).survivalProbability((mean - mu) / (deviation / Math.sqrt(n)));
    }
}
