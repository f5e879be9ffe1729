package dev.loomgate.trial;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Where a server most likely ends. One with a pool, or with a CPU, goes on to answer as much as it can when it is asked for more: the step that fails tells how much that
 * is. One that collapses tells nothing. A guess that was wrong is the last one.
 */
final class Saturation {
    private static final double A_LITTLE_LESS = 0.99;

    /** What answers less than this share of a rate that it has held collapses. */
    private static final double COLLAPSE = 0.9;

    private final Map<Integer, Double> answered = new HashMap<>();
    private int holds;
    private int fails;
    private boolean misled;

    /** @param throughput of a step that failed at this rate, req/s */
    void answered(int requestsPerSecond, double throughput) {
        answered.put(requestsPerSecond, throughput);
    }

    void took(int requestsPerSecond, boolean held) {
        misled |= held ? requestsPerSecond == fails : requestsPerSecond == holds;
    }

    /**
     * A rate that should be held, and then one that should fail; empty when nothing is known, or what is known has misled.
     *
     * @param held the highest rate that was
     * @param failed the lowest rate that was not
     * @param near so little above the held rate that the search is over if it fails
     */
    OptionalInt next(int held, int failed, int near) {
        double end = answered.getOrDefault(failed, 0.0);
        int below = (int) (A_LITTLE_LESS * end);
        if (misled || end < Math.max(1, COLLAPSE * held)) {
            return OptionalInt.empty();
        }
        if (below > held && below < failed) {
            holds = below;
            return OptionalInt.of(below);
        }
        if (near > end && near < failed) {
            fails = near;
            return OptionalInt.of(near);
        }
        return OptionalInt.empty();
    }
}
