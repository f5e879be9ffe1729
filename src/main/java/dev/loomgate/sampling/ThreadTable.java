package dev.loomgate.sampling;

import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * CPU time of every thread of a process at one moment, and of the process as a whole.
 *
 * @param threads by thread id
 * @param clock what the threads' times were read from
 * @param processBeforeNanos total of the process, ended threads included, read before the threads were; in ticks of 10
 *     ms
 * @param processAfterNanos the same, read after the threads were
 * @param startTicks start time of the process, which tells it from a later one with the same id
 * @param atNanos {@code System.nanoTime} of the reading
 */
record ThreadTable(
        Map<Integer, Entry> threads,
        Clock clock,
        long processBeforeNanos,
        long processAfterNanos,
        long startTicks,
        long atNanos) {
    ThreadTable {
        threads = Map.copyOf(threads);
    }

    Map<Integer, String> names() {
        return threads.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(
                        Map.Entry::getKey, thread -> thread.getValue().name()));
    }

    /** Of the threads that live at this moment. */
    Duration cpuOf(CpuGroup group, ThreadNames names) {
        return Duration.ofNanos(threads.entrySet().stream()
                .filter(thread ->
                        names.groupOf(thread.getKey(), thread.getValue().name()) == group)
                .mapToLong(thread -> thread.getValue().nanos())
                .sum());
    }

    /** One thread: its name, cut to 15 characters by the kernel, and its CPU time so far. */
    record Entry(String name, long nanos) {}

    /** Where the time of a single thread comes from. */
    enum Clock {
        SCHEDSTAT,
        TICKS
    }
}
