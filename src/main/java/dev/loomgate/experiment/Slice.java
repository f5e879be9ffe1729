package dev.loomgate.experiment;

import dev.loomgate.metric.Invalidity;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.plan.Compared;
import dev.loomgate.plan.Side;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Load on one arm: a whole window of it, or its share of the requests of one.
 *
 * @param number from 1, in the order of time; where arms take turns four make a block, where they are under load at the
 *     same time both have the same, and 0 is the window in which they settle: only its answers count
 * @param answers to its requests, those of the dropped beginning too
 * @param readings latencies without the dropped beginning, everything else of the whole slice
 * @param requests what load tells of each of several requests, by name; empty where all are alike
 * @param invalid why it must not count, in words; never because of what came out of it
 * @param disturbed why no time that a request took must count, in words; what the requests cost does
 */
public record Slice(
        int number,
        Side side,
        Answers answers,
        Map<Metric, Reading> readings,
        Map<String, Map<Metric, Reading>> requests,
        List<Invalidity> invalid,
        List<Invalidity> disturbed) {
    public Slice {
        readings = Map.copyOf(readings);
        requests = Map.copyOf(requests);
        invalid = List.copyOf(invalid);
        disturbed = List.copyOf(disturbed);
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
        return new Slice(number, side, answers, others, othersOfRequests, invalid, disturbed);
    }

    /** The same with another place. */
    Slice numbered(int place) {
        return new Slice(place, side, answers, readings, requests, invalid, disturbed);
    }

    /** The same of another arm. */
    public Slice of(Side other) {
        return new Slice(number, other, answers, readings, requests, invalid, disturbed);
    }

    /** Whether more than its answers counts. */
    public boolean settled() {
        return number > 0;
    }

    /** Whether everything in it may count. */
    public boolean valid() {
        return whyNot(true).isEmpty();
    }

    /**
     * Why it must not count; empty when it may.
     *
     * @param time whether times are asked for, or what the requests cost
     */
    public List<Invalidity> whyNot(boolean time) {
        return time ? Stream.concat(invalid.stream(), disturbed.stream()).toList() : invalid;
    }
}
