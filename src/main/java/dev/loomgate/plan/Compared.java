package dev.loomgate.plan;

import dev.loomgate.metric.Metric;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a duel compares: a metric of all requests of a cell together, or of one of them by itself.
 *
 * @param request its name; empty for all together
 */
public record Compared(Metric metric, Optional<String> request) {
    /** One value per arm and window. */
    public static final List<Metric> OF_SLICES =
            List.of(Metric.ALLOCATED, Metric.APPLICATION_CPU, Metric.P50, Metric.P95, Metric.P99);

    /** Of these, the ones that each of several requests has by itself: a server has no CPU time of a request. */
    public static final List<Metric> OF_REQUESTS =
            OF_SLICES.stream().filter(Metric::isOfRequest).toList();

    /** One value per pair and arm. */
    public static final List<Metric> OF_PAIRS = List.of(
            Metric.LIVE_HEAP,
            Metric.RSS,
            Metric.GC_PAUSE,
            Metric.GC_CPU,
            Metric.JIT_CPU,
            Metric.STARTUP,
            Metric.THREADS_LIVE);

    /** Counts of requests, compared in every duel: as differences of shares, in percentage points. */
    public static final List<Metric> COUNTS = List.of(Metric.ERRORS, Metric.WRONG_ANSWERS);

    /** Of all requests together. */
    public static Compared of(Metric metric) {
        return new Compared(metric, Optional.empty());
    }

    /** Of one request by itself. */
    public static Compared of(Metric metric, String request) {
        return new Compared(metric, Optional.of(request));
    }

    /** Whether it counts requests, and is compared in percentage points of them. */
    public boolean isCount() {
        return COUNTS.contains(metric);
    }

    /** {@code p95}, or {@code p95 of order}. */
    @Override
    public String toString() {
        return metric + ofRequest();
    }

    /** {@code " of order"}; empty for all together. */
    public String ofRequest() {
        return request.map(name -> " of " + name).orElse("");
    }

    /** With the tolerances of counts that hold where the file names none. */
    static Map<Metric, Tolerance> withCounts(Map<Metric, Tolerance> given) {
        Map<Metric, Tolerance> all = new EnumMap<>(Metric.class);
        COUNTS.forEach(metric -> all.put(metric, Defaults.COUNT_TOLERANCE));
        all.putAll(given);
        return all;
    }
}
