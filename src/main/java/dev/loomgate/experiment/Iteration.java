package dev.loomgate.experiment;

import dev.loomgate.load.IterationLoad;
import dev.loomgate.metric.Invalidity;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.sampling.Second;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One measured phase: the load it saw and every reading taken with it.
 *
 * @param readings one per metric that belongs to an iteration (all but start-up and time to warm)
 * @param invalid why this iteration must not be judged; empty when it is valid
 * @param notes what a reader should know
 * @param step where its rate is its own: which step of a ramp or of a search it was
 * @param seconds what the server used from second to second; empty where that could not be seen
 */
public record Iteration(
        int number,
        IterationLoad load,
        Map<Metric, Reading> readings,
        List<Invalidity> invalid,
        List<String> notes,
        Optional<Step> step,
        List<Second> seconds) {
    public Iteration {
        seconds = List.copyOf(seconds);
        readings = Map.copyOf(readings);
        invalid = List.copyOf(invalid);
        notes = List.copyOf(notes);
    }

    /** At the rate of its cell. */
    public Iteration(
            int number,
            IterationLoad load,
            Map<Metric, Reading> readings,
            List<Invalidity> invalid,
            List<String> notes) {
        this(number, load, readings, invalid, notes, Optional.empty());
    }

    /** Of which the seconds are not told apart. */
    public Iteration(
            int number,
            IterationLoad load,
            Map<Metric, Reading> readings,
            List<Invalidity> invalid,
            List<String> notes,
            Optional<Step> step) {
        this(number, load, readings, invalid, notes, step, List.of());
    }

    /** The same of one of several requests; empty where it is not told apart. */
    public Optional<Iteration> ofRequest(String name) {
        return Optional.ofNullable(load.requests().get(name))
                .map(part -> new Iteration(number, part, Readings.ofRequest(part), invalid, notes, step));
    }

    /** What is measured in percent, as a share; 0 where it could not be seen. */
    double share(Metric metric) {
        return readings.get(metric) instanceof Reading.Measured measured ? measured.value() / 100 : 0;
    }

    public boolean valid() {
        return invalid.isEmpty();
    }
}
