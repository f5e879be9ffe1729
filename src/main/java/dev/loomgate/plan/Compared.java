package dev.loomgate.plan;

import dev.loomgate.metric.Metric;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/** The metrics that a duel compares. */
public final class Compared {
    /** One value per arm and window. */
    public static final List<Metric> OF_SLICES =
            List.of(Metric.ALLOCATED, Metric.APPLICATION_CPU, Metric.P50, Metric.P95, Metric.P99);

    /** One value per pair and arm. */
    public static final List<Metric> OF_PAIRS = List.of(
            Metric.LIVE_HEAP,
            Metric.RSS,
            Metric.GC_PAUSE,
            Metric.JIT_CPU,
            Metric.STARTUP,
            Metric.TIME_TO_WARM,
            Metric.THREADS_LIVE);

    /** Counts of requests, compared in every duel: as differences of shares, in percentage points. */
    public static final List<Metric> COUNTS = List.of(Metric.ERRORS, Metric.WRONG_ANSWERS);

    private Compared() {}

    /** All that have a value per unit, in the order of a report; a ceiling where it is gated. */
    public static List<Metric> all() {
        return Stream.of(OF_SLICES.stream(), OF_PAIRS.stream(), Stream.of(Metric.CEILING))
                .flatMap(Function.identity())
                .toList();
    }

    /** All that a file may name a tolerance of. */
    static List<Metric> tolerated() {
        return Stream.concat(all().stream(), COUNTS.stream()).toList();
    }

    /** With the tolerances of counts that hold where the file names none. */
    static Map<Metric, Tolerance> withCounts(Map<Metric, Tolerance> given) {
        Map<Metric, Tolerance> all = new EnumMap<>(Metric.class);
        COUNTS.forEach(metric -> all.put(metric, Defaults.COUNT_TOLERANCE));
        all.putAll(given);
        return all;
    }
}
