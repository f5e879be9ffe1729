package dev.loomgate.trial;

import dev.loomgate.load.IterationLoad;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import java.util.List;
import java.util.Map;

/**
 * One measured phase: the load it saw and every reading taken with it.
 *
 * @param readings one per metric that belongs to an iteration (all but start-up and time to warm)
 * @param invalid why this iteration must not be judged, in words; empty when it is valid
 * @param notes what a reader should know
 */
public record Iteration(
        int number, IterationLoad load, Map<Metric, Reading> readings, List<String> invalid, List<String> notes) {
    public Iteration {
        readings = Map.copyOf(readings);
        invalid = List.copyOf(invalid);
        notes = List.copyOf(notes);
    }

    /** Share of the CPUs' time that the hypervisor took; 0 where that can't be seen. */
    double stolen() {
        return readings.get(Metric.STEAL) instanceof Reading.Measured measured ? measured.value() / 100 : 0;
    }

    public boolean valid() {
        return invalid.isEmpty();
    }
}
