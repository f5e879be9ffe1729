package dev.loomgate.plan;

import dev.loomgate.metric.Metric;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * How long a unit measures: a pair of fresh JVMs on one workload.
 *
 * @param window length of a measured stretch of load; at every rate a whole number of requests
 * @param windowOf by workload, for those that are asked too seldom to have enough answers in it
 * @param windows of a unit and workload; an even number
 * @param windowsOf by workload, for those that need more or fewer
 * @param dropped beginning of a window whose latencies are not counted
 * @param rest between two windows, at least
 * @param warmUp work before the first window, the same for both arms
 */
public record UnitScale(
        Duration window,
        Map<String, Duration> windowOf,
        int windows,
        Map<String, Integer> windowsOf,
        Duration dropped,
        Duration rest,
        Ceiling ceiling,
        WarmUp warmUp) {
    /** Requests per second of a workload that is asked by users: no rate says how dear it is. */
    private static final int SLOWEST = 50;

    private static final int FEWEST_WINDOWS = 4;

    /**
     * Answers of a request in a window, so that a median says something of it. Of latencies that are distributed
     * exponentially, a unit of six windows scatters by 12 % in a median of 50 answers and by 29 % in one of 10.
     */
    private static final int FEWEST = 50;

    /**
     * Answers beyond a percentile. With 5, a unit of six windows scatters by 8 % in p95 (100 answers) and by 6 % in p99
     * (500), and with one by 18 % in p95 (20): that is the slowest answer but one, and no percentile.
     */
    private static final int FEWEST_BEYOND = 5;

    public UnitScale {
        longEnough("a window", window, dropped);
        windowOf = Map.copyOf(windowOf);
        windowOf.forEach((workload, length) -> longEnough("a window of " + workload, length, dropped));
        evenAndEnough(windows);
        windowsOf = Map.copyOf(windowsOf);
        windowsOf.values().forEach(UnitScale::evenAndEnough);
    }

    private static void longEnough(String name, Duration window, Duration dropped) {
        if (window.toSeconds() < 1 || !window.equals(Duration.ofMillis(window.toMillis()))) {
            throw new IllegalArgumentException(name + " lasts whole milliseconds, at least 1 s" + Quoted.was(window));
        }
        if (dropped.compareTo(window.dividedBy(2)) > 0) {
            throw new IllegalArgumentException("at most half of " + name + " is dropped"
                    + Quoted.was(Quoted.duration(dropped) + " of " + Quoted.duration(window)));
        }
    }

    private static void evenAndEnough(int windows) {
        if (windows < FEWEST_WINDOWS || windows % 2 != 0) {
            throw new IllegalArgumentException("a unit needs at least 4 windows and an even number, has " + windows);
        }
    }

    /** How long one lasts on this workload. */
    public Duration window(String workload) {
        return windowOf.getOrDefault(workload, window);
    }

    /** How many a unit has on this workload. */
    public int windows(Workload workload) {
        return windowsOf.getOrDefault(workload.name(), windows);
    }

    /**
     * Why a window has too few answers of a request for a percentile of it to be called unchanged; empty where it has
     * enough. What got worse may show all the same.
     *
     * @param requestsPerSecond of both arms together
     * @param share of the request in it
     */
    Optional<String> tooFew(String workload, int requestsPerSecond, double share, Metric metric) {
        // Where arms take turns a window has twice as many; which it will be is not known before it is measured.
        long answers = answers(workload, share * requestsPerSecond / Side.values().length);
        return fewest(metric)
                .map(beyond -> Math.max(FEWEST, beyond))
                .filter(needed -> answers < needed)
                .map(needed -> answers + " answers per window and arm are too few to rule a change out, at least "
                        + needed + " are needed: a longer window, a higher rate or a larger share has more");
    }

    /** How many answers a percentile takes; with fewer it is one of the slowest. Empty for other metrics. */
    static Optional<Long> fewest(Metric metric) {
        return metric.percentile().map(percentile -> Math.round(FEWEST_BEYOND * 100 / (100 - percentile)));
    }

    /** How many answers of one arm a window has whose latencies count. */
    long answers(String workload, double requestsPerSecond) {
        return (long) (requestsPerSecond * window(workload).minus(dropped).toMillis() / 1000);
    }

    /**
     * How arms are asked for all they can answer.
     *
     * @param time that each arm has in the phases that count, at least
     * @param timeOf by workload, for those whose phases scatter more or less
     * @param usersOf who ask, by workload; twice those that warm it where none are named
     */
    public record Ceiling(Duration time, Map<String, Duration> timeOf, Map<String, Integer> usersOf) {
        public Ceiling {
            timeOf = Map.copyOf(timeOf);
            usersOf = Map.copyOf(usersOf);
        }

        /** On this workload. */
        public Duration time(Workload workload) {
            return timeOf.getOrDefault(workload.name(), time);
        }
    }

    /**
     * Warm-up in cycles, each on all arms, until all are quiet. They get the same number of requests.
     *
     * @param requests of a cycle to each arm, sent as fast as they are answered: the JIT compiles by how often code
     *     ran, not by the rate that is measured later
     * @param requestsOf by workload, for those whose requests are so expensive that fewer have to do
     */
    public record WarmUp(int requests, Map<String, Integer> requestsOf, WarmUpRules rules) {
        public WarmUp {
            requestsOf = Map.copyOf(requestsOf);
        }

        /** Of a cycle on this workload. */
        public int requests(Workload workload) {
            return requestsOf.getOrDefault(workload.name(), requests);
        }

        /** How long a cycle on this workload would take at that rate; it is shorter when the server is faster. */
        public Duration of(Workload workload, LoadProfile load) {
            return Duration.ofSeconds(requests(workload))
                    .dividedBy(load instanceof LoadProfile.Constant rate ? rate.requestsPerSecond() : SLOWEST);
        }
    }
}
