package dev.loomgate.report;

import dev.loomgate.metric.Metric;
import dev.loomgate.summary.Estimate;
import dev.loomgate.verdict.SuiteVerdict;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The groups in which a result table shows its metrics. */
enum MetricGroup {
    LATENCY("Latency"),
    RATE("Rate and errors"),
    PER_REQUEST("CPU and memory per request"),
    FOOTPRINT("Heap, RSS, threads, GC"),
    START("Start-up, warm-up, recording"),
    INSTRUMENT("Generator and machine");

    private static final Set<Metric> OF_SOME_CELLS =
            EnumSet.of(Metric.BACKING_CPU, Metric.CAPACITY, Metric.CEILING, Metric.STACK_HEIGHT, Metric.KERNEL_SHARE);

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

    /** What only some cells have is shown only where one does. */
    List<Metric> shown(SuiteVerdict suite) {
        return metrics().stream()
                .filter(metric -> !OF_SOME_CELLS.contains(metric)
                        || suite.cells().stream()
                                .anyMatch(cell -> cell.summary().estimate(metric) instanceof Estimate.Estimated))
                .toList();
    }

    /** Without a default: a new metric does not compile until it has its place in the table. */
    private static MetricGroup of(Metric metric) {
        return switch (metric) {
            case MIN, MEAN, P50, P90, P95, P99, P99_9, MAX, SERVICE_P50, SERVICE_P99 -> LATENCY;
            case THROUGHPUT, CAPACITY, CEILING, ERRORS, WRONG_ANSWERS -> RATE;
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
            case STARTUP, TIME_TO_WARM, STACK_HEIGHT, KERNEL_SHARE -> START;
            case LATENESS_P99, GENERATOR_CPU, BACKING_CPU, JIT_LOAD, FOREIGN_CPU, STEAL -> INSTRUMENT;
        };
    }
}
