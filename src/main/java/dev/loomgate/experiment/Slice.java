package dev.loomgate.experiment;

import dev.loomgate.metric.Invalidity;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.plan.Compared;
import dev.loomgate.plan.Side;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one arm had of a window.
 *
 * @param number of the window, from 1, in the order of time; 0 is that in which the arms settle: only its answers count
 * @param answers to its requests, those of the dropped beginning too
 * @param readings latencies without the dropped beginning, everything else of the whole slice
 * @param requests what load tells of each of several requests, by name; empty where all are alike
 * @param invalid why it must not count, in words; never because of what came out of it
 */
public record Slice(
        int number,
        Side side,
        Answers answers,
        Map<Metric, Reading> readings,
        Map<String, Map<Metric, Reading>> requests,
        List<Invalidity> invalid) {
    public Slice {
        readings = Map.copyOf(readings);
        requests = Map.copyOf(requests);
        invalid = List.copyOf(invalid);
    }

    /** A reading of all requests, or of one of them; null where there is none. */
    public @Nullable Reading reading(Compared compared) {
        return compared.request()
                .map(name -> requests.getOrDefault(name, Map.of()))
                .orElse(readings)
                .get(compared.metric());
    }

    /** The same with other readings. */
    public Slice with(Map<Metric, Reading> others, Map<String, Map<Metric, Reading>> othersOfRequests) {
        return new Slice(number, side, answers, others, othersOfRequests, invalid);
    }

    /** The same with another place. */
    Slice numbered(int place) {
        return new Slice(place, side, answers, readings, requests, invalid);
    }

    /** The same of another arm. */
    public Slice of(Side other) {
        return new Slice(number, other, answers, readings, requests, invalid);
    }

    /** Whether more than its answers counts. */
    public boolean settled() {
        return number > 0;
    }

    /** Whether everything in it may count. */
    public boolean valid() {
        return invalid.isEmpty();
    }
}
