package dev.loomgate.experiment;

import dev.loomgate.metric.Invalidity;
import dev.loomgate.metric.Invalidity.Kind;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The guards that stand before a verdict: whether instrument and machine were fit to measure this phase. A slow or
 * failing server is a result, not a broken guard.
 */
final class Validity {
    /**
     * Each looks at one thing and returns its complaints, whose kind stands beside it; a new guard is one more line.
     */
    private static final List<Guard> GUARDS = List.of(
            new Guard(Kind.MACHINE, LoadGuards::starts),
            new Guard(Kind.MACHINE, LoadGuards::rate),
            new Guard(Kind.INSTRUMENT, LoadGuards::latenessIsKnown),
            new Guard(Kind.MACHINE, GeneratorGuards::cpu),
            new Guard(Kind.INSTRUMENT, GeneratorGuards::accounted),
            new Guard(Kind.INSTRUMENT, GeneratorGuards::errors),
            new Guard(Kind.MACHINE, MachineGuards::clock),
            new Guard(Kind.MACHINE, MachineGuards::warmth),
            new Guard(Kind.MACHINE, MachineGuards::samplerGap),
            new Guard(Kind.INSTRUMENT, MachineGuards::samplerTrouble));

    /** What makes requests wait, and costs them nothing: a CPU that belongs to somebody else for a while. */
    private static final List<Guard> OF_TIMES = List.of(
            new Guard(Kind.MACHINE, LoadGuards::lateness),
            new Guard(Kind.MACHINE, MachineGuards::foreignCpu),
            new Guard(Kind.MACHINE, MachineGuards::steal));

    /** What the guards of the machine look at, and what may not be visible. */
    private static final List<Metric> GUARDED = List.of(Metric.FOREIGN_CPU, Metric.STEAL, Metric.JIT_LOAD);

    private Validity() {}

    /** @param kind of what it complains about */
    private record Guard(Kind kind, Function<GuardedPhase, Stream<String>> look) {
        Stream<Invalidity> complaints(GuardedPhase phase) {
            return look.apply(phase).map(sentence -> new Invalidity(kind, sentence));
        }
    }

    /** Why nothing of this phase must be judged. */
    static List<Invalidity> faults(GuardedPhase phase) {
        if (phase.load().started() == 0) {
            return List.of(Invalidity.instrument(
                    "no request was sent, " + phase.load().planned() + " were planned; see the generator's log"));
        }
        return GUARDS.stream().flatMap(guard -> guard.complaints(phase)).toList();
    }

    /** Why the times of this phase must not be judged. */
    static List<Invalidity> disturbances(GuardedPhase phase) {
        return phase.load().started() == 0
                ? List.of()
                : OF_TIMES.stream().flatMap(guard -> guard.complaints(phase)).toList();
    }

    /** Which guards could not look, one sentence per reason: without them silence would look like a clean machine. */
    static List<String> notes(GuardedPhase phase) {
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
