package dev.loomgate.sampling;

import dev.loomgate.metric.Metric;
import dev.loomgate.sampling.WindowReadings.Closing;
import dev.loomgate.sampling.WindowReadings.Opening;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What the machine did between the edges of a window. Pure arithmetic. */
record MachineDelta(List<Integer> cpus, double serverCpus, int generatorCpus) {
    /**
     * Idle time, waiting for disks and stolen time of each CPU are cut to ticks; on the average over many cuts one tick
     * per CPU is left.
     */
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
                open.backing(),
                close.backing(),
                (before, after) -> backing(samples, before, after, elapsedNanos(open, close)),
                Metric.BACKING_CPU);
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
                            (own, ownNow) -> samples.between(
                                    open.backing(),
                                    close.backing(),
                                    (behind, behindNow) -> samples.between(
                                            open.servers(),
                                            close.servers(),
                                            (servers, serversNow) -> foreign(
                                                    samples,
                                                    busy
                                                            - usedNanos(behind, behindNow)
                                                            - usedNanos(servers, serversNow),
                                                    own,
                                                    ownNow,
                                                    capacity),
                                            Metric.FOREIGN_CPU),
                                    Metric.FOREIGN_CPU),
                            Metric.FOREIGN_CPU);
                },
                Metric.STEAL,
                Metric.FOREIGN_CPU);
    }

    private void backing(SamplesBuilder samples, ProcessFamily before, ProcessFamily after, long elapsedNanos) {
        if (after.members().isEmpty()) {
            samples.missing("nothing stands behind the servers of this run", Metric.BACKING_CPU);
            return;
        }
        samples.gauge(Metric.BACKING_CPU, percent(usedNanos(before, after), (double) elapsedNanos * generatorCpus));
    }

    private static long usedNanos(ProcessFamily before, ProcessFamily after) {
        return Math.max(0, after.cpuNanos() - before.cpuNanos());
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

    /**
     * Never negative: parts that are cut to ticks may add up to more than the whole; and some kernels let steal go
     * back.
     */
    private static double percent(double nanos, double capacity) {
        return 100 * Math.max(0, nanos) / capacity;
    }

    private double capacityNanos(Machine.Edge open, Machine.Edge close) {
        return (double) elapsedNanos(open, close) * Math.max(1, cpus.size());
    }

    private static long elapsedNanos(Machine.Edge open, Machine.Edge close) {
        return Math.max(1, close.clocks().since(open.clocks()).toNanos());
    }

    MachineUse use(Opening open, Closing close) {
        Machine.Edge first = open.machine();
        Machine.Edge last = close.machine();
        double unclear = ProcText.NANOS_PER_TICK * (TICKS_PER_CPU * cpus.size() + TICKS_OF_OWN + ticksOfFamilies(last));
        return new MachineUse(
                cpus.stream().map(String::valueOf).collect(Collectors.joining(",")),
                cpus.size(),
                serverCpus,
                100 * unclear / capacityNanos(first, last),
                others(open, close),
                last.clocks().jumpSince(first.clocks()),
                close.seen().got().map(RssSampler.Seen::longestGap).orElse(Duration.ZERO),
                close.trouble());
    }

    /**
     * Every process behind the server, and every one that it has started, is cut to ticks on its own, some up and some
     * down: errors of many add up like steps of a random walk.
     */
    private static double ticksOfFamilies(Machine.Edge edge) {
        return Math.sqrt(members(edge.backing()).size()
                + Math.max(0, members(edge.servers()).size() - 1));
    }

    private static Set<Long> members(Attempt<ProcessFamily> family) {
        return family.got().map(ProcessFamily::members).orElse(Set.of());
    }

    private static List<MachineUse.Other> others(Opening open, Closing close) {
        Set<Long> own = new HashSet<>();
        for (Machine.Edge edge : List.of(open.machine(), close.machine())) {
            own.addAll(members(edge.backing()));
            own.addAll(members(edge.servers()));
        }
        close.machine().own().got().ifPresent(known -> own.addAll(known.keySet()));
        return open.processes() instanceof Attempt.Got<ProcessTable> before
                        && close.processes() instanceof Attempt.Got<ProcessTable> after
                ? after.value().busiestSince(before.value(), own)
                : List.of();
    }
}
