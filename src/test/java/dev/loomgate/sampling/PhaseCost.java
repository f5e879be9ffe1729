package dev.loomgate.sampling;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.BiPredicate;

/**
 * One phase of load as seen from outside: readings of the server's threads before the window opens, when it is open,
 * when the load has ended, and when it is closed. All durations are milliseconds.
 *
 * @param observed whether the sampler opened and closed a window; if not, nothing was done in the same time
 */
record PhaseCost(
        boolean observed, Edge before, Edge opened, Edge loaded, Edge closed, double p50, double p99, long failed) {
    private static final double NANOS_PER_MILLI = 1e6;
    private static final ThreadNames NAMES = new ThreadNames(-1, false);

    /** A reading of {@code /proc} and nothing else. */
    record Edge(ThreadTable table) {}

    /** CPU time of the whole process, edges included. */
    double cpu() {
        return between(before, closed, (tid, name) -> true);
    }

    double wall() {
        return (closed.table.atNanos() - before.table.atNanos()) / NANOS_PER_MILLI;
    }

    /** The part of {@link #cpu()} that was spent on opening and closing. */
    double edges() {
        return between(before, opened, (tid, name) -> true) + between(loaded, closed, (tid, name) -> true);
    }

    /** CPU time of the threads that answer JMX, edges included. */
    double answering() {
        return between(before, closed, (tid, name) -> ThreadNames.isSampler(name));
    }

    /** CPU time of the threads that answer JMX between the two readings that bound a window. */
    double answeringWhileOpen() {
        return between(opened, loaded, (tid, name) -> ThreadNames.isSampler(name));
    }

    /** CPU time of the JIT between the two readings that bound a window. */
    double jitWhileOpen() {
        return between(opened, loaded, (tid, name) -> NAMES.groupOf(tid, name) == CpuGroup.JIT);
    }

    Map<CpuGroup, Double> byGroup() {
        Map<CpuGroup, Double> millis = new EnumMap<>(CpuGroup.class);
        for (CpuGroup group : CpuGroup.values()) {
            millis.put(group, between(before, closed, (tid, name) -> NAMES.groupOf(tid, name) == group));
        }
        return millis;
    }

    /**
     * What the clock of the process has and the threads that are left have not: ended threads, and the 10 ms the clock
     * is cut to.
     */
    double unaccounted() {
        return (closed.table.processAfterNanos() - before.table.processBeforeNanos()) / NANOS_PER_MILLI - cpu();
    }

    private static double between(Edge from, Edge to, BiPredicate<Integer, String> wanted) {
        long nanos = 0;
        for (var thread : to.table.threads().entrySet()) {
            ThreadTable.Entry is = thread.getValue();
            ThreadTable.Entry was = from.table.threads().get(thread.getKey());
            if (wanted.test(thread.getKey(), is.name())) {
                nanos += is.nanos() - (was == null || was.nanos() > is.nanos() ? 0 : was.nanos());
            }
        }
        return nanos / NANOS_PER_MILLI;
    }
}
