package dev.loomgate.summary;

import dev.loomgate.experiment.CapacityResult;
import dev.loomgate.metric.Metric;
import dev.loomgate.summary.Estimate.Estimated;
import dev.loomgate.summary.Estimate.Missing;
import java.util.List;

/**
 * The highest sustainable rate. Between the highest rate that was held and the lowest that was not lies the answer of
 * each ramp, or of the search; the interval holds those of all ramps. (It is the resolution of the search, and no
 * confidence interval.) Where a ceiling was held, there is no upper end.
 */
final class Sustainable {
    private Sustainable() {}

    static Estimate of(List<CapacityResult> ends) {
        if (ends.isEmpty()) {
            return new Missing(Metric.CAPACITY, "only a ramp or a search looks for it");
        }
        for (CapacityResult end : ends) {
            if (!end.end().isKnown()) {
                return new Missing(Metric.CAPACITY, end.ending());
            }
        }
        List<Double> held = ends.stream().map(end -> (double) end.held()).toList();
        double low = ends.stream().mapToDouble(CapacityResult::held).min().orElseThrow();
        double high = ends.stream()
                .mapToDouble(end -> end.failed().isPresent() ? end.failed().getAsInt() : Double.POSITIVE_INFINITY)
                .max()
                .orElseThrow();
        double mean = held.stream().mapToDouble(rate -> rate).average().orElseThrow();
        return new Estimated(Metric.CAPACITY, Math.clamp(mean, low, high), low, high, held);
    }
}
