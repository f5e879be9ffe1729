package dev.loomgate.summary;

import dev.loomgate.metric.Metric;
import java.util.List;

/** What a cell's iterations say about one metric. */
public sealed interface Estimate {
    Metric metric();

    /**
     * An estimate with its 95 % interval, all in the metric's unit.
     *
     * @param value centre: for percentiles that of the merged histogram, for shares that of the pooled counts, else the mean of the iterations
     * @param low lower end of the interval
     * @param high upper end of the interval
     * @param values the single values behind it, one per valid iteration
     */
    record Estimated(Metric metric, double value, double low, double high, List<Double> values) implements Estimate {
        public Estimated {
            if (!(low <= value && value <= high)) {
                throw new IllegalArgumentException(
                        metric + ": an interval holds its centre, was " + low + " <= " + value + " <= " + high);
            }
            values = List.copyOf(values);
        }

        /** Whether it was seen once, so that nothing is known of its spread. */
        public boolean isOneValue() {
            return low <= 0 && Double.isInfinite(high);
        }
    }

    /** The reason, in words, why there is no estimate. */
    record Missing(Metric metric, String reason) implements Estimate {}
}
