package dev.loomgate.sampling;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What is read at the two edges of a window; every item on its own may have failed. */
final class WindowReadings {
    private WindowReadings() {}

    /** Total CPU time of the process as the JVM itself tells it, for where {@code /proc} is not visible. */
    record ProcessCpu(long nanos, long atNanos) {}

    /** Counters since the start of the server. */
    record Counters(
            Attempt<JvmBeans.Threads> threads,
            Attempt<JvmBeans.Collections> collections,
            Attempt<Long> allocatedBytes,
            Attempt<ProcessCpu> processCpu,
            Attempt<TreeTable> table,
            Attempt<Long> compilationMillis) {}

    /** @param peaksReset whether the JVM began to look for new peaks of heap and threads */
    record Opening(
            Counters counters, Attempt<Boolean> peaksReset, Attempt<ProcessTable> processes, Machine.Edge machine) {}

    /**
     * What is read or summed up only at the end.
     *
     * @param trouble why the sampler saw nothing, when it failed altogether
     */
    record Closing(
            Machine.Edge machine,
            Counters counters,
            Attempt<ProcessTable> processes,
            Attempt<Long> heapPeakBytes,
            Attempt<RssSampler.Seen> seen,
            Attempt<OwnThreads> ownThreads,
            Optional<String> trouble) {}

    /**
     * Threads that the server has only because it is asked over JMX.
     *
     * @param started since the window opened
     * @param ended since then
     */
    record OwnThreads(int live, int daemon, int started, int ended) {
        static final OwnThreads NONE = new OwnThreads(0, 0, 0, 0);

        /**
         * @param known threads there were when the window opened
         * @param seen names of other threads since then
         * @param now names of all threads, after the last question over JMX
         */
        static OwnThreads count(Map<Integer, String> known, Map<Integer, String> seen, Map<Integer, String> now) {
            Map<Integer, String> ended = new HashMap<>(known);
            ended.putAll(seen);
            ended.keySet().removeAll(now.keySet());
            Map<Integer, String> started = new HashMap<>(seen);
            started.putAll(now);
            started.keySet().removeAll(known.keySet());
            return new OwnThreads(
                    (int) now.values().stream().filter(ThreadNames::isSampler).count(),
                    (int) now.values().stream()
                            .filter(ThreadNames::isSamplerDaemon)
                            .count(),
                    (int) started.values().stream()
                            .filter(ThreadNames::isSampler)
                            .count(),
                    (int) ended.values().stream().filter(ThreadNames::isSampler).count());
        }
    }
}
