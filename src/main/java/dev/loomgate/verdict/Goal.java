package dev.loomgate.verdict;

import dev.loomgate.metric.Metric;
import java.time.Duration;
import java.util.List;

/**
 * What a comparison should be able to see, and in which time. Those in 4 and 8 minutes are what arms under load at
 * the same time should see.
 *
 * @param change as a share: 0.03 is 3 %
 * @param within time spent on one cell
 */
public record Goal(Metric metric, double change, Duration within) {
    public static final List<Goal> ALL = List.of(
            of(Metric.ALLOCATED, 0.02, 4),
            of(Metric.ALLOCATED, 0.01, 5),
            of(Metric.APPLICATION_CPU, 0.03, 4),
            of(Metric.APPLICATION_CPU, 0.05, 5),
            of(Metric.APPLICATION_CPU, 0.03, 10),
            of(Metric.P50, 0.03, 4),
            of(Metric.P50, 0.10, 6),
            of(Metric.P95, 0.05, 4),
            of(Metric.P95, 0.10, 10),
            of(Metric.P99, 0.20, 8),
            of(Metric.P99, 0.20, 10));

    private static Goal of(Metric metric, double change, int minutes) {
        return new Goal(metric, change, Duration.ofMinutes(minutes));
    }
}
