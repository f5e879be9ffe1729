package dev.loomgate.plan;

import java.time.Duration;

/**
 * Open model at a rate that rises step by step until the server can't follow (LUND 3.5, KTH 3.5, DEBS 4).
 *
 * @param name as in {@code thresholds.yml}
 * @param start rate of the first step, req/s
 * @param step what each next one has more, req/s
 * @param ceiling no step has more, req/s: a ramp that never fails ends here and says so
 * @param length of a step, whole seconds
 * @param dropped beginning of a step whose requests are counted, but whose latencies are not
 * @param rest before each step; the heap is collected before it
 * @param failed so many failed steps in a row end the ramp; a step failed when any of its requests did
 * @param share a step that answers less than this share of its rate ends the ramp at once
 * @param repetitions of the whole ramp
 * @param aggregate what stands for a rate that several repetitions have held
 * @param conditions how a step's working condition is told
 */
public record Ramp(
        String name,
        int start,
        int step,
        int ceiling,
        Duration length,
        Duration dropped,
        Duration rest,
        int failed,
        double share,
        int repetitions,
        Aggregate aggregate,
        Conditions conditions)
        implements Stepped {
    /** What stands for a rate that several repetitions have held. */
    public enum Aggregate {
        /** Their mean (LUND 3.5.1). */
        MEAN,
        /** The one with the lowest median latency (DEBS 4). */
        BEST
    }

    public Ramp {
        if (ceiling < start) {
            throw new IllegalArgumentException(
                    "a ramp needs ceiling >= start, has start " + start + " and ceiling " + ceiling + " req/s");
        }
        if (length.toSeconds() < 1 || length.toNanosPart() != 0) {
            throw new IllegalArgumentException("a step lasts whole seconds, at least 1 s" + Quoted.was(length));
        }
        if (dropped.compareTo(length.dividedBy(2)) > 0) {
            throw new IllegalArgumentException("at most half of a step is dropped"
                    + Quoted.was(Quoted.duration(dropped) + " of " + Quoted.duration(length)));
        }
        if (!(share > 0 && share < 1)) {
            throw new IllegalArgumentException("the share is between 0 and 100 %" + Quoted.wasShare(share));
        }
    }

    /**
     * When a step is in overload, critical or normal (DEBS table 4). It is in overload when its throughput is below
     * {@code throughput} of its rate; critical when the server's CPU use, or the rise of median latency or memory
     * over the first step, is beyond its limit; normal otherwise.
     *
     * @param throughput 0.95: less is overload
     * @param cpu 0.8 of the server's CPUs
     * @param latencyRise 0.5: half as much again
     * @param memoryRise the same for resident memory
     */
    public record Conditions(double throughput, double cpu, double latencyRise, double memoryRise) {
        public Conditions {
            if (!(throughput > 0 && throughput <= 1 && cpu > 0 && cpu <= 1 && latencyRise > 0 && memoryRise > 0)) {
                throw new IllegalArgumentException(
                        "throughput and CPU are shares between 0 and 100 %, rises are above 0");
            }
        }
    }

    @Override
    public String displayName() {
        return "ramp " + name;
    }

    @Override
    public String id() {
        return "ramp-" + name;
    }
}
