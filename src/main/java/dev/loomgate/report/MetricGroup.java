package dev.loomgate.report;

import dev.loomgate.metric.Metric;
import dev.loomgate.summary.Estimate;
import dev.loomgate.verdict.SuiteVerdict;
import java.util.Arrays;
import java.util.List;

/** The groups in which a result table shows its metrics. */
enum MetricGroup {
    LATENCY("Latency"),
    RATE("Rate and errors"),
    PER_REQUEST("CPU and memory per request"),
    FOOTPRINT("Heap, RSS, threads, GC"),
    START("Start-up and warm-up"),
    INSTRUMENT("Generator and machine");

    private final String title;

    MetricGroup(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    List<Metric> metrics() {
        return Arrays.stream(Metric.values())
                .filter(metric -> of(metric) == this)
                .toList();
    }

    /** What the services behind the servers use is shown only where a cell has any. */
    List<Metric> shown(SuiteVerdict suite) {
        return metrics().stream()
                .filter(metric -> metric != Metric.BACKING_CPU
                        || suite.cells().stream()
                                .anyMatch(cell -> cell.summary().estimate(metric) instanceof Estimate.Estimated))
                .toList();
    }

    /** Without a default: a new metric does not compile until it has its place in the table. */
    private static MetricGroup of(Metric metric) {
        return switch (metric) {
            case MIN, MEAN, P50, P90, P95, P99, P99_9, MAX, SERVICE_P50, SERVICE_P99 -> LATENCY;
            case THROUGHPUT, ERRORS -> RATE;
            case APPLICATION_CPU, JIT_CPU, GC_CPU, CPU_LOAD, ALLOCATED -> PER_REQUEST;
            case HEAP_PEAK,
                    LIVE_HEAP,
                    RSS,
                    THREADS_LIVE,
                    THREADS_DAEMON,
                    THREADS_PEAK,
                    THREADS_STARTED,
                    GC_COUNT,
                    GC_TIME,
                    GC_PAUSE -> FOOTPRINT;
            case STARTUP, TIME_TO_WARM -> START;
            case LATENESS_P99, GENERATOR_CPU, BACKING_CPU, JIT_LOAD, FOREIGN_CPU, STEAL -> INSTRUMENT;
        };
    }
}
