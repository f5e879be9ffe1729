package dev.loomgate.summary;

import dev.loomgate.experiment.CellRun;
import dev.loomgate.metric.Metric;
import dev.loomgate.plan.Limit;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * One cell in numbers: an estimate for every metric.
 *
 * @param requests estimates of each of several requests of the workload, by its name, in their order; empty where all
 *     requests are alike
 */
public record CellSummary(CellRun run, Map<Metric, Estimate> estimates, Map<String, Map<Metric, Estimate>> requests) {
    public CellSummary {
        estimates = Map.copyOf(estimates);
        requests = Collections.unmodifiableMap(new LinkedHashMap<>(requests));
        if (estimates.size() != Metric.values().length) {
            throw new IllegalArgumentException("a summary holds an estimate or a reason for every metric");
        }
    }

    /** Of what a limit is about. */
    public Estimate estimate(Limit limit) {
        return estimate(limit.metric(), limit.request());
    }

    /**
     * Of one metric.
     *
     * @param request its name; empty for all requests together
     */
    public Estimate estimate(Metric metric, Optional<String> request) {
        return request.isEmpty()
                ? estimate(metric)
                : Optional.ofNullable(requests.get(request.get()))
                        .map(ofRequest -> ofRequest.get(metric))
                        .orElseGet(() -> new Estimate.Missing(metric, "this request was not sent"));
    }

    /** Of all requests together. */
    public Estimate estimate(Metric metric) {
        Estimate estimate = estimates.get(metric);
        if (estimate == null) {
            throw new IllegalStateException("no estimate for " + metric);
        }
        return estimate;
    }
}
