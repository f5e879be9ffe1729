package dev.loomgate.sampling;

import dev.loomgate.metric.Metric;
import dev.loomgate.sampling.Edges.Closing;
import dev.loomgate.sampling.Edges.Opening;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What the machine did between the edges of a window. Pure arithmetic. */
record MachineDelta(List<Integer> cpus, double serverCpus) {
    /** Idle time, waiting for disks and stolen time of each CPU are cut to ticks; on the average over many cuts one tick per CPU is left. */
    private static final int TICKS_PER_CPU = 1;

    /** The same for user and system time of server, generator and harness. */
    private static final int TICKS_OF_OWN = 3;

    MachineDelta {
        cpus = List.copyOf(cpus);
    }

    /** Puts the shares of other processes and of steal into the samples. */
    void gauges(SamplesBuilder samples, Machine.Edge open, Machine.Edge close) {
        double capacity = capacityNanos(open, close);
        samples.between(
                open.cpus(),
                close.cpus(),
                (before, after) -> {
                    long stolen = Math.max(0, after.stealNanos() - before.stealNanos());
                    samples.gauge(Metric.STEAL, percent(stolen, capacity));
                    double busy = capacity - (after.idleNanos() - before.idleNanos()) - stolen;
                    samples.between(
                            open.own(),
                            close.own(),
                            (own, ownNow) -> foreign(samples, busy, own, ownNow, capacity),
                            Metric.FOREIGN_CPU);
                },
                Metric.STEAL,
                Metric.FOREIGN_CPU);
    }

    private static void foreign(
            SamplesBuilder samples, double busyNanos, Map<Long, Long> before, Map<Long, Long> after, double capacity) {
        if (!before.keySet().equals(after.keySet())) {
            samples.missing("the generator was replaced during the iteration", Metric.FOREIGN_CPU);
            return;
        }
        long own = sum(after) - sum(before);
        samples.gauge(Metric.FOREIGN_CPU, percent(busyNanos - own, capacity));
    }

    private static long sum(Map<Long, Long> nanos) {
        return nanos.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Never negative: parts that are cut to ticks may add up to more than the whole; and some kernels let steal go back. */
    private static double percent(double nanos, double capacity) {
        return 100 * Math.max(0, nanos) / capacity;
    }

    private double capacityNanos(Machine.Edge open, Machine.Edge close) {
        long nanos = Math.max(1, close.clocks().since(open.clocks()).toNanos());
        return (double) nanos * Math.max(1, cpus.size());
    }

    MachineUse use(Opening open, Closing close) {
        Machine.Edge first = open.machine();
        Machine.Edge last = close.machine();
        double unclear = (double) ProcText.NANOS_PER_TICK * (TICKS_PER_CPU * cpus.size() + TICKS_OF_OWN);
        return new MachineUse(
                cpus.stream().map(String::valueOf).collect(Collectors.joining(",")),
                cpus.size(),
                serverCpus,
                100 * unclear / capacityNanos(first, last),
                others(open, close),
                last.clocks().jumpSince(first.clocks()),
                close.seen() instanceof Attempt.Got<Watcher.Seen> seen
                        ? seen.value().longestGap()
                        : Duration.ZERO,
                close.trouble());
    }

    private static List<MachineUse.Other> others(Opening open, Closing close) {
        Set<Long> own = close.machine().own() instanceof Attempt.Got<Map<Long, Long>> known
                ? known.value().keySet()
                : Set.of();
        return open.processes() instanceof Attempt.Got<ProcessTable> before
                        && close.processes() instanceof Attempt.Got<ProcessTable> after
                ? after.value().busiestSince(before.value(), own)
                : List.of();
    }
}
