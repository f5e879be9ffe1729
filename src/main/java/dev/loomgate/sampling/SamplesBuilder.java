package dev.loomgate.sampling;

import dev.loomgate.metric.Metric;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Puts {@link Samples} together so that each metric of a window ends as a number or with a reason, and never as both or
 * neither.
 */
final class SamplesBuilder {
    /** All that a window answers for. */
    static final Set<Metric> METRICS = Set.of(
            Metric.APPLICATION_CPU,
            Metric.JIT_CPU,
            Metric.GC_CPU,
            Metric.CPU_LOAD,
            Metric.ALLOCATED,
            Metric.HEAP_PEAK,
            Metric.RSS,
            Metric.THREADS_LIVE,
            Metric.THREADS_DAEMON,
            Metric.THREADS_PEAK,
            Metric.THREADS_STARTED,
            Metric.GC_COUNT,
            Metric.GC_TIME,
            Metric.JIT_LOAD,
            Metric.FOREIGN_CPU,
            Metric.BACKING_CPU,
            Metric.STEAL);

    private final Map<CpuGroup, Long> cpuNanos = new EnumMap<>(CpuGroup.class);
    private final Map<Metric, Double> gauges = new EnumMap<>(Metric.class);
    private final Map<Metric, String> unavailable = new EnumMap<>(Metric.class);
    private final List<String> notes = new ArrayList<>();
    private final List<Second> seconds = new ArrayList<>();
    private OptionalDouble allocatedBytes = OptionalDouble.empty();

    void gauge(Metric metric, double value) {
        gauges.put(metric, value);
    }

    void count(Metric metric, long value) {
        gauges.put(metric, (double) value);
    }

    void cpu(Map<CpuGroup, Long> nanos) {
        cpuNanos.putAll(nanos);
    }

    void allocated(long bytes) {
        allocatedBytes = OptionalDouble.of((double) bytes);
    }

    void seconds(List<Second> all) {
        seconds.addAll(all);
    }

    void note(String sentence) {
        notes.add(sentence);
    }

    void missing(String reason, Metric... metrics) {
        for (Metric metric : metrics) {
            unavailable.put(metric, reason);
        }
    }

    /** Uses a reading, or else gives its reason to {@code metrics}. */
    <T> void with(Attempt<T> after, Consumer<T> use, Metric... metrics) {
        switch (after) {
            case Attempt.Got<T> got -> use.accept(got.value());
            case Attempt.Failed<T> failed -> missing(failed.reason(), metrics);
        }
    }

    /**
     * Uses two readings; when one failed, there is no difference, and the reason says which end of the window is
     * missing.
     */
    <A, B> void between(Attempt<A> before, Attempt<B> after, BiConsumer<A, B> use, Metric... metrics) {
        switch (before) {
            case Attempt.Got<A> first -> with(after, last -> use.accept(first.value(), last), metrics);
            case Attempt.Failed<A> failed -> missing("when the window opened, " + failed.reason(), metrics);
        }
    }

    boolean knows(CpuGroup group) {
        return cpuNanos.containsKey(group);
    }

    Samples build(MachineUse machine) {
        return new Samples(cpuNanos, allocatedBytes, gauges, unavailable, notes, machine, seconds);
    }

    /** Nothing could be had, for one reason. */
    static Samples nothing(String reason, MachineUse machine) {
        SamplesBuilder none = new SamplesBuilder();
        none.missing(reason, METRICS.toArray(Metric[]::new));
        return none.build(machine);
    }
}
