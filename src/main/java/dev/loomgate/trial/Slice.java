package dev.loomgate.trial;

import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.plan.Side;
import java.util.List;
import java.util.Map;

/**
 * Load on one arm, from the moment it changed to it until it changed away.
 *
 * @param number from 1, in the order of time; four make a block
 * @param requests that were started, those of the dropped beginning too
 * @param readings latencies without the dropped beginning, everything else of the whole slice
 * @param invalid why it must not count, in words; never because of what came out of it
 */
public record Slice(int number, Side side, long requests, Map<Metric, Reading> readings, List<String> invalid) {
    public Slice {
        readings = Map.copyOf(readings);
        invalid = List.copyOf(invalid);
    }

    public boolean valid() {
        return invalid.isEmpty();
    }
}
