package dev.loomgate.sampling;

import dev.loomgate.metric.Metric;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * What the server spent in one phase: totals of the phase, not yet per request. A quantity that is not known is in
 * {@link #unavailable()} with its reason and in no other map.
 *
 * @param cpuNanos CPU time by group: APPLICATION, JIT, GC, OTHER
 * @param allocatedBytes heap bytes allocated, without what the sampler itself allocated
 * @param gauges metrics that are read, not divided by requests (heap, RSS, threads, collections), in the metric's unit
 * @param unavailable reason by metric
 * @param notes what a reader should know: threads that ended in the phase, a group that had to be estimated
 * @param machine what else happened meanwhile
 * @param seconds what it used from second to second; empty where it can't be seen from outside
 */
public record Samples(
        Map<CpuGroup, Long> cpuNanos,
        OptionalDouble allocatedBytes,
        Map<Metric, Double> gauges,
        Map<Metric, String> unavailable,
        List<String> notes,
        MachineUse machine,
        List<Second> seconds) {
    public Samples {
        seconds = List.copyOf(seconds);
        cpuNanos = Map.copyOf(cpuNanos);
        gauges = Map.copyOf(gauges);
        unavailable = Map.copyOf(unavailable);
        notes = List.copyOf(notes);
        for (Metric metric : unavailable.keySet()) {
            if (gauges.containsKey(metric)) {
                throw new IllegalArgumentException(metric + " cannot be a number and unavailable at once");
            }
        }
    }

    /** Without what it used from second to second. */
    public Samples(
            Map<CpuGroup, Long> cpuNanos,
            OptionalDouble allocatedBytes,
            Map<Metric, Double> gauges,
            Map<Metric, String> unavailable,
            List<String> notes,
            MachineUse machine) {
        this(cpuNanos, allocatedBytes, gauges, unavailable, notes, machine, List.of());
    }

    /** The same, and of these metrics it is known why they can't be read. */
    Samples without(String reason, Metric... metrics) {
        Map<Metric, Double> left = new HashMap<>(gauges);
        Map<Metric, String> reasons = new HashMap<>(unavailable);
        for (Metric metric : metrics) {
            left.remove(metric);
            reasons.put(metric, reason);
        }
        return new Samples(cpuNanos, allocatedBytes, left, reasons, notes, machine, seconds);
    }
}
