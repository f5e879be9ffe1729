package dev.loomgate.experiment;

import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Unit;
import org.HdrHistogram.Histogram;

/** Reads a latency or service-time metric from a histogram, of one phase or of many merged ones alike. */
public final class LatencyMetric {
    private LatencyMetric() {}

    /** The metric in milliseconds from a histogram of nanoseconds that is not empty. */
    public static double millis(Metric metric, Histogram nanos) {
        double value = switch (metric) {
            case MIN -> nanos.getMinValue();
            case MEAN -> nanos.getMean();
            case MAX -> nanos.getMaxValue();
            default ->
                nanos.getValueAtPercentile(metric.percentile()
                        .orElseThrow(() -> new IllegalArgumentException(metric + " is not read from a histogram")));
        };
        return Unit.NANOSECONDS.convert(value, Unit.MILLISECONDS);
    }
}
