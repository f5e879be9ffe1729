package dev.loomgate.plan;

import java.time.Duration;
import java.util.Map;

/**
 * How long and how often a duel measures.
 *
 * @param slice length of the load on one arm before it changes to the other; at every rate a whole number of
 *     requests. Gatling starts slices at whole seconds, so that a slice of 2.6 s with its pauses takes as long as one
 *     of 2 s
 * @param slices of a unit and workload, both arms together; a multiple of 4, the length of a block
 * @param dropped beginning of a slice whose latencies are not counted
 * @param rest between two slices, at least
 * @param warmUp work before the first slice, the same for both arms
 * @param looks how many units, and when they are judged
 * @param atMost wall-clock time after which no further unit starts
 * @param alpha how often, at most, the whole gate may be red when nothing changed: 0.01
 */
public record DuelScale(
        String name,
        Duration slice,
        int slices,
        Duration dropped,
        Duration rest,
        WarmUp warmUp,
        InterimAnalyses looks,
        Duration atMost,
        double alpha) {
    /** Slices of a block: A B B A or B A A B. */
    public static final int BLOCK = 4;

    public DuelScale {
        if (slice.toSeconds() < 1 || !slice.equals(Duration.ofMillis(slice.toMillis()))) {
            throw new IllegalArgumentException(
                    "a slice of duel " + name + " lasts whole milliseconds, at least 1 s" + Quoted.was(slice));
        }
        if (slices < 2 * BLOCK || slices % BLOCK != 0) {
            throw new IllegalArgumentException(
                    "duel " + name + " needs at least 8 slices and a multiple of 4, has " + slices);
        }
        if (dropped.compareTo(slice.dividedBy(2)) > 0) {
            throw new IllegalArgumentException("at most half of a slice is dropped"
                    + Quoted.was(Quoted.duration(dropped) + " of " + Quoted.duration(slice)));
        }
        if (!(alpha > 0 && alpha < 0.5)) {
            throw new IllegalArgumentException("alpha is between 0 and 50 %" + Quoted.wasShare(alpha));
        }
    }

    /** The same with another allowed error of the whole gate. */
    public DuelScale allowing(double error) {
        return new DuelScale(name, slice, slices, dropped, rest, warmUp, looks, atMost, error);
    }

    /**
     * Warm-up in cycles, each arm in turn, until both are quiet. Both arms get the same number of requests.
     *
     * @param requests of a cycle, sent as fast as they are answered: the JIT compiles by how often code ran, not by
     *     the rate that is measured later
     * @param requestsOf by workload, for those whose requests are so expensive that fewer have to do
     * @param rules cycles are counted per arm
     */
    public record WarmUp(int requests, Map<String, Integer> requestsOf, WarmUpRules rules) {
        public WarmUp {
            requestsOf = Map.copyOf(requestsOf);
        }

        /** Of a cycle on this workload. */
        public int requests(Workload workload) {
            return requestsOf.getOrDefault(workload.name(), requests);
        }

        /** How long a cycle on this workload would take at a rate; it is shorter when the server is faster. */
        public Duration at(Workload workload, int requestsPerSecond) {
            return Duration.ofSeconds(requests(workload)).dividedBy(requestsPerSecond);
        }
    }
}
