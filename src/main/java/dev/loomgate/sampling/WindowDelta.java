package dev.loomgate.sampling;

import dev.loomgate.metric.Metric;
import dev.loomgate.sampling.WindowReadings.Closing;
import dev.loomgate.sampling.WindowReadings.Opening;
import dev.loomgate.sampling.WindowReadings.OwnThreads;
import dev.loomgate.sampling.WindowReadings.ProcessCpu;
import java.util.EnumMap;
import java.util.Map;

/**
 * What a window has cost: the difference between its edges. Pure arithmetic.
 *
 * @param ownBytes what one reading of the allocation counter allocates itself
 * @param countsEndedThreads whether allocated bytes are those of ended threads, too
 * @param machine arithmetic on what the machine did meanwhile
 * @param cyclesApartFromPauses whether the collector counts cycles and pauses in beans of their own
 */
record WindowDelta(
        ThreadNames names,
        long ownBytes,
        boolean cyclesApartFromPauses,
        boolean countsEndedThreads,
        MachineDelta machine) {
    private static final double MEBIBYTE = 1024 * 1024;
    private static final Metric[] CPU_BY_GROUP = {Metric.APPLICATION_CPU, Metric.JIT_CPU, Metric.GC_CPU};
    private static final Metric[] CPU = {Metric.APPLICATION_CPU, Metric.JIT_CPU, Metric.GC_CPU, Metric.CPU_LOAD};

    Samples between(Opening open, Closing close) {
        SamplesBuilder samples = new SamplesBuilder();
        allocation(samples, open, close);
        heap(samples, open, close);
        threads(samples, open, close);
        samples.with(
                close.seen(),
                seen -> {
                    samples.gauge(Metric.RSS, seen.highestRssBytes() / MEBIBYTE);
                    samples.seconds(seen.seconds());
                },
                Metric.RSS);
        cpu(samples, open, close);
        jit(samples, open, close);
        machine.gauges(samples, open.machine(), close.machine());
        return samples.build(machine.use(open, close));
    }

    /** Of a server that is gone, for a reason. */
    Samples nothing(String reason, Opening open, Closing close) {
        return SamplesBuilder.nothing(reason, machine.use(open, close));
    }

    /**
     * Compilation time stands in where the JIT's threads can't be told apart: it counts waiting for a CPU too, so it
     * never hides a cold server.
     */
    private void jit(SamplesBuilder samples, Opening open, Closing close) {
        if (samples.knows(CpuGroup.JIT)) {
            return;
        }
        long wallNanos = close.machine().clocks().since(open.machine().clocks()).toNanos();
        samples.between(
                open.counters().compilationMillis(),
                close.counters().compilationMillis(),
                (before, after) -> {
                    double compiled = (after - before) * 1e6;
                    samples.gauge(Metric.JIT_LOAD, 100 * compiled / (Math.max(1, wallNanos) * machine.serverCpus()));
                    samples.note("jit-load is compilation time, which includes waiting for a CPU:"
                            + " the CPU time of the JIT's threads is not available");
                },
                Metric.JIT_LOAD);
    }

    private void allocation(SamplesBuilder samples, Opening open, Closing close) {
        long forgotten = countsEndedThreads ? 0 : ended(open, close);
        if (forgotten > 0) {
            samples.missing(
                    forgotten + (forgotten == 1 ? " thread" : " threads")
                            + " ended meanwhile, and this JVM forgets what an"
                            + " ended thread has allocated; Java 21 and newer builds of 17 know",
                    Metric.ALLOCATED);
            return;
        }
        samples.between(
                open.counters().allocatedBytes(),
                close.counters().allocatedBytes(),
                (before, after) -> samples.allocated(Math.max(0, after - before - ownBytes)),
                Metric.ALLOCATED);
    }

    /** Without those of the JMX agent. Where threads can't be counted, allocated bytes can't either. */
    private static long ended(Opening open, Closing close) {
        if (open.counters().threads() instanceof Attempt.Got<JvmBeans.Threads> before
                && close.counters().threads() instanceof Attempt.Got<JvmBeans.Threads> after) {
            long started = after.value().started() - before.value().started();
            long own = close.ownThreads().got().map(OwnThreads::ended).orElse(0);
            return before.value().live() + started - after.value().live() - own;
        }
        return 0;
    }

    private void heap(SamplesBuilder samples, Opening open, Closing close) {
        samples.between(
                open.peaksReset(),
                close.heapPeakBytes(),
                (reset, peak) -> samples.gauge(Metric.HEAP_PEAK, peak / MEBIBYTE),
                Metric.HEAP_PEAK);
        samples.between(
                open.counters().collections(),
                close.counters().collections(),
                (before, after) -> {
                    samples.count(Metric.GC_COUNT, after.count() - before.count());
                    samples.count(Metric.GC_TIME, after.millis() - before.millis());
                },
                Metric.GC_COUNT,
                Metric.GC_TIME);
        if (cyclesApartFromPauses) {
            samples.note("gc-count counts the cycles of this collector, gc-time the time of its pauses");
        }
    }

    private void threads(SamplesBuilder samples, Opening open, Closing close) {
        if (!names.ofJvm()) {
            samples.with(
                    close.counters().threads(),
                    never -> {},
                    Metric.THREADS_DAEMON,
                    Metric.THREADS_STARTED,
                    Metric.THREADS_PEAK);
            samples.with(
                    close.counters().table(),
                    tree -> samples.count(Metric.THREADS_LIVE, tree.threads()),
                    Metric.THREADS_LIVE);
            return;
        }
        OwnThreads own = close.ownThreads().got().orElse(OwnThreads.NONE);
        if (close.ownThreads() instanceof Attempt.Failed<OwnThreads>) {
            samples.note("thread counts include the threads of the JMX agent, which could not be told apart");
        }
        samples.with(
                close.counters().threads(),
                after -> {
                    samples.count(Metric.THREADS_LIVE, after.live() - own.live());
                    samples.count(Metric.THREADS_DAEMON, after.daemon() - own.daemon());
                },
                Metric.THREADS_LIVE,
                Metric.THREADS_DAEMON);
        samples.between(
                open.counters().threads(),
                close.counters().threads(),
                (before, after) -> samples.count(
                        Metric.THREADS_STARTED, Math.max(0, after.started() - before.started() - own.started())),
                Metric.THREADS_STARTED);
        samples.between(
                open.peaksReset(),
                close.counters().threads(),
                (reset, after) -> samples.count(Metric.THREADS_PEAK, Math.max(after.live(), after.peak()) - own.live()),
                Metric.THREADS_PEAK);
    }

    private void cpu(SamplesBuilder samples, Opening open, Closing close) {
        // The JVM is asked for its CPU time only where its threads can't be seen.
        if (open.counters().processCpu() instanceof Attempt.Got<ProcessCpu>) {
            samples.with(close.counters().table(), visible -> {}, CPU_BY_GROUP);
            processLoad(samples, open, close);
            return;
        }
        samples.between(
                open.counters().table(),
                close.counters().table(),
                (before, after) -> samples.with(close.seen(), seen -> cpu(samples, before, after, seen), CPU),
                CPU);
    }

    /** What the server has started works for the application. */
    private void cpu(SamplesBuilder samples, TreeTable before, TreeTable after, RssSampler.Seen seen) {
        ThreadTable first = before.server().threads();
        ThreadTable last = after.server().threads();
        CpuDelta server = CpuDelta.between(first, last, seen.names(), names);
        TreeDelta started = TreeDelta.between(before, after, seen.started());
        samples.gauge(
                Metric.CPU_LOAD, 100.0 * (server.wholeNanos() + started.nanos()) / (last.atNanos() - first.atNanos()));
        if (seen.alone() && after.startedSince(before)) {
            samples.note("RSS is that of the server's own process: what else it started, it started while it was"
                    + " measured");
        }
        server.notes().forEach(samples::note);
        started.notes().forEach(samples::note);
        if (server.unusable().isPresent()) {
            samples.missing(server.unusable().get(), CPU_BY_GROUP);
        } else {
            Map<CpuGroup, Long> nanos = new EnumMap<>(server.nanos());
            nanos.merge(CpuGroup.APPLICATION, started.nanos(), Long::sum);
            samples.cpu(nanos);
        }
    }

    private static void processLoad(SamplesBuilder samples, Opening open, Closing close) {
        samples.between(
                open.counters().processCpu(),
                close.counters().processCpu(),
                (before, after) -> samples.gauge(
                        Metric.CPU_LOAD,
                        100.0 * (after.nanos() - before.nanos()) / (after.atNanos() - before.atNanos())),
                Metric.CPU_LOAD);
    }
}
