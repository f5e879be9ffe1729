package dev.loomgate.sampling;

import dev.loomgate.metric.Metric;
import dev.loomgate.sampling.WindowReadings.Closing;
import dev.loomgate.sampling.WindowReadings.Counters;
import dev.loomgate.sampling.WindowReadings.Opening;
import dev.loomgate.sampling.WindowReadings.OwnThreads;
import dev.loomgate.sampling.WindowReadings.ProcessCpu;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/**
 * One phase of load, from {@link Sampler#open()} to {@link #close()}. What must fit the load exactly is read next to
 * it: on opening, collections and peaks first, then allocation with the thread counts, then {@code /proc}; on closing
 * {@code /proc} first, then allocation with the thread counts, then the rest. Nothing is asked over JMX in between,
 * because answering costs the server CPU time and memory.
 *
 * <p>So the CPU that the server spends on answering is outside of the CPU readings: opening is answered before the
 * first reading of {@code /proc}, closing is asked after the second. What may fall inside is the JIT, which compiles
 * the code of those answers in the background: it counts as JIT, never as application, and {@link OwnCost} has much of
 * it done before the first window. Allocation holds one answer, which is measured and taken off. The benchmark {@code
 * observing-cost} measures all this; docs/explanation/instrument.md says how.
 */
public final class Window implements Sampling.OpenWindow {
    static final String INVISIBLE = "the server's /proc is not visible from here";

    private final JvmBeans jvm;
    private final Optional<ProcTree> proc;
    private final ServerLife life;
    private final WindowDelta delta;
    private final Machine machine;
    private final Opening opening;
    private final Map<Integer, String> known;
    private final Optional<RssSampler> watcher;

    Window(JvmBeans jvm, Optional<ProcTree> proc, ServerLife life, WindowDelta delta, Machine machine) {
        this.jvm = jvm;
        this.proc = proc;
        this.life = life;
        this.delta = delta;
        this.machine = machine;
        this.opening = readOpening();
        Optional<TreeTable> table = opening.counters().table().got();
        this.known = table.map(tree -> tree.server().threads().names()).orElse(Map.of());
        boolean alone = jvm.link().absent().isEmpty()
                && table.map(tree -> tree.started().isEmpty()).orElse(true);
        this.watcher = proc.map(process -> RssSampler.start(process, alone, known));
    }

    @Override
    public Samples close() {
        Closing closing = readClosing();
        // A server that is gone leaves halves of the truth behind.
        Samples samples = life.ended()
                .map(reason -> delta.nothing(reason, opening, closing))
                .orElseGet(() -> delta.between(opening, closing));
        return jvm.link().absent().map(reason -> ofNoJvm(samples, reason)).orElse(samples);
    }

    /** The names of its threads say nothing of compilers and collectors. */
    private static Samples ofNoJvm(Samples samples, String reason) {
        return samples.without(reason, Metric.JIT_CPU, Metric.GC_CPU, Metric.JIT_LOAD);
    }

    private Opening readOpening() {
        // The slowest reading, and the one that may be the least exact: it names processes and is in no sum.
        Attempt<ProcessTable> processes = machine.processes();
        Attempt<Long> compilation = readCompilation();
        Attempt<JvmBeans.Collections> collections = Attempt.of(jvm::collections);
        Attempt<Boolean> peaksReset = Attempt.of(() -> {
            jvm.resetPeaks();
            return true;
        });
        Attempt<ProcessCpu> processCpu = readProcessCpu();
        Attempt<JvmBeans.Threading> threading = Attempt.of(jvm::threading);
        Counters counters = counters(threading, collections, processCpu, readTable(), compilation);
        return new Opening(counters, peaksReset, processes, machine.edge());
    }

    private Closing readClosing() {
        Machine.Edge edge = machine.edge();
        Attempt<TreeTable> table = readTable();
        Attempt<JvmBeans.Threading> threading = Attempt.of(jvm::threading);
        Attempt<ProcessCpu> processCpu = readProcessCpu();
        Attempt<Long> heapPeak = Attempt.of(jvm::heapPeakBytes);
        Attempt<JvmBeans.Collections> collections = Attempt.of(jvm::collections);
        Attempt<Long> compilation = readCompilation();
        Attempt<ProcessTable> processes = machine.processes();
        Attempt<RssSampler.Seen> seen = watcher.map(RssSampler::stop).orElseGet(() -> new Attempt.Failed<>(INVISIBLE));
        return new Closing(
                edge,
                counters(threading, collections, processCpu, table, compilation),
                processes,
                heapPeak,
                seen,
                countOwn(seen),
                trouble(seen));
    }

    /**
     * A watcher that failed, or a connection that was lost; where there is no {@code /proc} there is nothing to watch.
     */
    private Optional<String> trouble(Attempt<RssSampler.Seen> seen) {
        return watcher.isPresent() && seen instanceof Attempt.Failed<RssSampler.Seen> failed
                ? Optional.of(failed.reason())
                : jvm.link().trouble();
    }

    private static Counters counters(
            Attempt<JvmBeans.Threading> threading,
            Attempt<JvmBeans.Collections> collections,
            Attempt<ProcessCpu> processCpu,
            Attempt<TreeTable> table,
            Attempt<Long> compilation) {
        return new Counters(
                threading.then(JvmBeans.Threading::threads),
                collections,
                threading.then(JvmBeans.Threading::allocatedBytes),
                processCpu,
                table,
                compilation);
    }

    private Attempt<OwnThreads> countOwn(Attempt<RssSampler.Seen> seen) {
        return switch (seen) {
            case Attempt.Failed<RssSampler.Seen> failed -> new Attempt.Failed<>(failed.reason());
            case Attempt.Got<RssSampler.Seen> got ->
                Attempt.of(() -> OwnThreads.count(
                        known, got.value().names(), visible().head().names(tid -> true)));
        };
    }

    private Attempt<TreeTable> readTable() {
        return proc.isPresent() ? Attempt.of(() -> visible().table()) : new Attempt.Failed<>(INVISIBLE);
    }

    /** Only asked where the JIT's threads can't be seen. */
    private Attempt<Long> readCompilation() {
        return proc.isPresent()
                ? new Attempt.Failed<>("the CPU time of the JIT was read from /proc instead")
                : Attempt.of(jvm::compilationMillis);
    }

    /** Only asked where it is needed. */
    private Attempt<ProcessCpu> readProcessCpu() {
        return proc.isPresent()
                ? new Attempt.Failed<>("the CPU time of the process was read from /proc instead")
                : Attempt.of(() -> new ProcessCpu(jvm.processCpuNanos(), System.nanoTime()));
    }

    private ProcTree visible() throws IOException {
        return proc.orElseThrow(() -> new IOException(INVISIBLE));
    }
}
