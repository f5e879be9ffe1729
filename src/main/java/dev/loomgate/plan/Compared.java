package dev.loomgate.plan;

import dev.loomgate.metric.Metric;
import java.util.List;
import java.util.stream.Stream;

/** The metrics that a duel compares. */
public final class Compared {
    /** One value per slice. */
    public static final List<Metric> OF_SLICES =
            List.of(Metric.ALLOCATED, Metric.APPLICATION_CPU, Metric.P50, Metric.P95, Metric.P99);

    /** Of these, what whoever shares a core makes slower or dearer; the bytes that a server allocates are its own. */
    public static final List<Metric> SLOWED_BY_OTHERS =
            List.of(Metric.APPLICATION_CPU, Metric.P50, Metric.P95, Metric.P99);

    /** One value per pair and arm; errors are judged by a rule of their own. */
    public static final List<Metric> OF_PAIRS = List.of(
            Metric.LIVE_HEAP,
            Metric.RSS,
            Metric.GC_PAUSE,
            Metric.JIT_CPU,
            Metric.STARTUP,
            Metric.TIME_TO_WARM,
            Metric.THREADS_LIVE);

    private Compared() {}

    /** All of them, in the order of a report. */
    public static List<Metric> all() {
        return Stream.concat(OF_SLICES.stream(), OF_PAIRS.stream()).toList();
    }
}
