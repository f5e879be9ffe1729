package dev.loomgate.trial;

import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The guards that stand before a verdict: whether instrument and machine were fit to measure this phase. A slow or failing server is a
 * result, not a broken guard.
 */
final class Validity {
    /** Each looks at one thing and returns its complaints; a new guard is one more line. */
    private static final List<Function<Phase, Stream<String>>> GUARDS = List.of(
            LoadGuards::starts,
            LoadGuards::rate,
            GeneratorGuards::cpu,
            GeneratorGuards::accounted,
            GeneratorGuards::wrongBodies,
            GeneratorGuards::errors,
            MachineGuards::clock,
            MachineGuards::warmth,
            MachineGuards::samplerGap);

    /** What makes requests wait, and costs them nothing: a CPU that belongs to somebody else for a while. */
    private static final List<Function<Phase, Stream<String>>> OF_TIMES =
            List.of(LoadGuards::lateness, MachineGuards::foreignCpu, MachineGuards::steal);

    /** What the guards of the machine look at, and what may not be visible. */
    private static final List<Metric> GUARDED = List.of(Metric.FOREIGN_CPU, Metric.STEAL, Metric.JIT_LOAD);

    private Validity() {}

    /** Why this phase must not be judged, one sentence each; empty when it is valid. */
    static List<String> reasons(Phase phase) {
        return Stream.concat(faults(phase).stream(), disturbances(phase).stream())
                .toList();
    }

    /** Why nothing of this phase must be judged. */
    static List<String> faults(Phase phase) {
        if (phase.load().started() == 0) {
            return List.of("no request was sent, " + phase.load().planned() + " were planned; see the generator's log");
        }
        return GUARDS.stream().flatMap(guard -> guard.apply(phase)).toList();
    }

    /** Why the times of this phase must not be judged. */
    static List<String> disturbances(Phase phase) {
        return phase.load().started() == 0
                ? List.of()
                : OF_TIMES.stream().flatMap(guard -> guard.apply(phase)).toList();
    }

    /** Which guards could not look: one sentence per reason, because nobody must take silence for a clean machine. */
    static List<String> notes(Phase phase) {
        Map<String, List<String>> byReason = new TreeMap<>();
        for (Metric metric : GUARDED) {
            if (phase.reading(metric) instanceof Reading.Unavailable unavailable) {
                byReason.computeIfAbsent(unavailable.reason(), reason -> new ArrayList<>())
                        .add(metric.key());
            }
        }
        return byReason.entrySet().stream()
                .map(entry -> "not guarded: " + String.join(", ", entry.getValue()) + " (" + entry.getKey() + ")")
                .toList();
    }
}
