package dev.loomgate.summary;

import dev.loomgate.experiment.CellRun;
import dev.loomgate.metric.Metric;
import java.util.Map;

/** One cell in numbers: an estimate for every metric. */
public record CellSummary(CellRun run, Map<Metric, Estimate> estimates) {
    public CellSummary {
        estimates = Map.copyOf(estimates);
        if (estimates.size() != Metric.values().length) {
            throw new IllegalArgumentException("a summary holds an estimate or a reason for every metric");
        }
    }

    public Estimate estimate(Metric metric) {
        Estimate estimate = estimates.get(metric);
        if (estimate == null) {
            throw new IllegalStateException("no estimate for " + metric);
        }
        return estimate;
    }
}
