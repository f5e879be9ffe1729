package dev.loomgate.summary;

import dev.loomgate.metric.Metric;
import java.util.List;

/** What a cell's iterations say about one metric. */
public sealed interface Estimate {
    Metric metric();

    /**
     * An estimate with its 95 % interval, all in the metric's unit.
     *
     * @param value centre: for percentiles that of the merged histogram, for shares that of the pooled counts, else the
     *     mean of the iterations
     * @param low lower end of the interval
     * @param high upper end of the interval
     * @param values the single values behind it, one per valid iteration; of failed and wrong answers one per
     *     iteration
     * @param counted what was counted for it, a clause: {@code 3 of 30000 requests failed (3 × status 503)}; empty
     *     where it is no count, or 0
     */
    record Estimated(Metric metric, double value, double low, double high, List<Double> values, String counted)
            implements Estimate {
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

        public Estimated(Metric metric, double value, double low, double high, List<Double> values) {
            this(metric, value, low, high, values, "");
        }

        public Estimated counted(String clause) {
            return new Estimated(metric, value, low, high, values, clause);
        }

        /** To follow the value in a sentence: {@code : 3 of 30000 requests failed (3 × status 503)}. */
        public String evidence() {
            return counted.isEmpty() ? "" : ": " + counted;
        }
    }

    /** The reason, in words, why there is no estimate. */
    record Missing(Metric metric, String reason) implements Estimate {}
}
