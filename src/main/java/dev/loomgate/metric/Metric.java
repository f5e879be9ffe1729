package dev.loomgate.metric;

import static dev.loomgate.metric.Direction.HIGHER_IS_BETTER;
import static dev.loomgate.metric.Direction.LOWER_IS_BETTER;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What is measured: the vocabulary of {@code thresholds.yml}, the judge and the report. A value of a metric is always
 * in the metric's own {@link #unit()}. Latency counts from the intended start of a request, service time from its
 * actual send.
 */
public enum Metric {
    MIN("min", Unit.MILLISECONDS, LOWER_IS_BETTER, "fastest answer, from the intended start"),
    MEAN("mean", Unit.MILLISECONDS, LOWER_IS_BETTER, "mean latency, from the intended start"),
    P50("p50", Unit.MILLISECONDS, LOWER_IS_BETTER, "median latency, from the intended start"),
    P90("p90", Unit.MILLISECONDS, LOWER_IS_BETTER, "90th percentile of latency, from the intended start"),
    P95("p95", Unit.MILLISECONDS, LOWER_IS_BETTER, "95th percentile of latency, from the intended start"),
    P99("p99", Unit.MILLISECONDS, LOWER_IS_BETTER, "99th percentile of latency, from the intended start"),
    P99_9("p99.9", Unit.MILLISECONDS, LOWER_IS_BETTER, "99.9th percentile of latency; shown, better not gated"),
    MAX("max", Unit.MILLISECONDS, LOWER_IS_BETTER, "slowest answer, from the intended start"),
    SERVICE_P50("service-p50", Unit.MILLISECONDS, LOWER_IS_BETTER, "median service time, from the actual send"),
    SERVICE_P99(
            "service-p99", Unit.MILLISECONDS, LOWER_IS_BETTER, "99th percentile of service time, from the actual send"),
    THROUGHPUT("throughput", Unit.REQUESTS_PER_SECOND, HIGHER_IS_BETTER, "good answers per second of the iteration"),
    CAPACITY(
            "capacity",
            Unit.REQUESTS_PER_SECOND,
            HIGHER_IS_BETTER,
            "highest rate that the server sustained, found by a ramp or a search"),
    CEILING(
            "ceiling",
            Unit.REQUESTS_PER_SECOND,
            HIGHER_IS_BETTER,
            "good answers per second to users that ask as fast as they are answered; in a comparison of two arms"),
    ERRORS(
            "errors",
            Unit.PERCENT,
            LOWER_IS_BETTER,
            "share of requests without a good status: 4xx, 5xx, time-out, reset"),
    WRONG_ANSWERS(
            "wrong-answers",
            Unit.PERCENT,
            LOWER_IS_BETTER,
            "share of requests that were answered with a good status and a wrong body"),
    APPLICATION_CPU(
            "cpu", Unit.MICROSECONDS_PER_REQUEST, LOWER_IS_BETTER, "CPU time of application threads per request"),
    JIT_CPU("jit-cpu", Unit.MICROSECONDS_PER_REQUEST, LOWER_IS_BETTER, "CPU time of JIT compiler threads per request"),
    GC_CPU(
            "gc-cpu",
            Unit.MICROSECONDS_PER_REQUEST,
            LOWER_IS_BETTER,
            "CPU time of garbage collector threads per request"),
    CPU_LOAD(
            "cpu-load",
            Unit.PERCENT,
            LOWER_IS_BETTER,
            "CPU time of the server's processes per wall time; 100 % is one CPU"),
    ALLOCATED("allocated", Unit.KIBIBYTES_PER_REQUEST, LOWER_IS_BETTER, "heap bytes allocated per request"),
    HEAP_PEAK("heap-peak", Unit.MEBIBYTES, LOWER_IS_BETTER, "sum of the heap pools' peaks during the iteration"),
    LIVE_HEAP(
            "live-heap",
            Unit.MEBIBYTES,
            LOWER_IS_BETTER,
            "heap still used after a full collection behind the iteration"),
    RSS(
            "rss",
            Unit.MEBIBYTES,
            LOWER_IS_BETTER,
            "highest resident set size of the server's processes, sampled during the iteration"),
    THREADS_LIVE("threads-live", Unit.THREADS, LOWER_IS_BETTER, "live platform threads when the iteration ended"),
    THREADS_DAEMON(
            "threads-daemon", Unit.THREADS, LOWER_IS_BETTER, "live daemon platform threads when the iteration ended"),
    THREADS_PEAK("threads-peak", Unit.THREADS, LOWER_IS_BETTER, "most live platform threads during the iteration"),
    THREADS_STARTED("threads-started", Unit.THREADS, LOWER_IS_BETTER, "platform threads started during the iteration"),
    GC_COUNT("gc-count", Unit.COLLECTIONS, LOWER_IS_BETTER, "garbage collections during the iteration"),
    GC_TIME(
            "gc-time",
            Unit.MILLISECONDS,
            LOWER_IS_BETTER,
            "sum of collection time during the iteration, as the JVM's beans count it"),
    GC_PAUSE(
            "gc-pause",
            Unit.MICROSECONDS_PER_REQUEST,
            LOWER_IS_BETTER,
            "collection time per request, as the JVM's beans count it; the same number is milliseconds per 1,000 requests"),
    STARTUP(
            "startup",
            Unit.MILLISECONDS,
            LOWER_IS_BETTER,
            "from process start to the first good answer; resolution 20 ms"),
    TIME_TO_WARM("time-to-warm", Unit.SECONDS, LOWER_IS_BETTER, "warm-up under load until the JIT was quiet"),
    STACK_HEIGHT(
            "stack-height",
            Unit.FRAMES,
            LOWER_IS_BETTER,
            "frames on the stack of a running application thread in the mean; of a recording, on request"),
    KERNEL_SHARE(
            "kernel-share",
            Unit.PERCENT,
            HIGHER_IS_BETTER,
            "share of the samples of running application threads that were taken in the code of the workload itself; of a recording, on request"),
    LATENESS_P99(
            "lateness-p99",
            Unit.MILLISECONDS,
            LOWER_IS_BETTER,
            "how late the generator itself was, at the 99th percentile of requests"),
    GENERATOR_CPU(
            "generator-cpu",
            Unit.MICROSECONDS_PER_REQUEST,
            LOWER_IS_BETTER,
            "CPU time of the generator per request, without its JIT and GC; says how fast the machine was, nothing about the server"),
    BACKING_CPU(
            "backing-cpu",
            Unit.PERCENT,
            LOWER_IS_BETTER,
            "CPU time of the services behind the servers as a share of the time of the CPUs that they share with the generator"),
    JIT_LOAD(
            "jit-load",
            Unit.PERCENT,
            LOWER_IS_BETTER,
            "CPU time of JIT compiler threads as a share of the time of the server's CPUs"),
    FOREIGN_CPU(
            "foreign-cpu",
            Unit.PERCENT,
            LOWER_IS_BETTER,
            "CPU time of processes that are not part of the measurement, as a share of the time of its CPUs"),
    STEAL(
            "steal",
            Unit.PERCENT,
            LOWER_IS_BETTER,
            "time that the hypervisor gave to others, as a share of the time of the measurement's CPUs");

    private final String key;
    private final Unit unit;
    private final Direction direction;
    private final String meaning;

    Metric(String key, Unit unit, Direction direction, String meaning) {
        this.key = key;
        this.unit = unit;
        this.direction = direction;
        this.meaning = meaning;
    }

    /** The word for this metric in {@code thresholds.yml} and {@code results.json}. */
    public String key() {
        return key;
    }

    public Unit unit() {
        return unit;
    }

    public Direction direction() {
        return direction;
    }

    public String meaning() {
        return meaning;
    }

    /**
     * Whether every iteration has a reading of it; the others are measured once per cell, or found by many iterations
     * together.
     */
    public boolean isOfIteration() {
        return switch (this) {
            case STARTUP, TIME_TO_WARM, CAPACITY, CEILING, STACK_HEIGHT, KERNEL_SHARE -> false;
            default -> true;
        };
    }

    /** Whether it is a time that requests took. */
    public boolean isOfTime() {
        return isOfRequest() && unit == Unit.MILLISECONDS;
    }

    /** Whether it is known of each kind of request of a workload, beside that of all together. */
    public boolean isOfRequest() {
        return switch (this) {
            case MIN, MEAN, P50, P90, P95, P99, P99_9, MAX, SERVICE_P50, SERVICE_P99, ERRORS, WRONG_ANSWERS -> true;
            default -> false;
        };
    }

    /** The percentile behind a latency or service-time metric, from 0 to 100; empty for all others. */
    public Optional<Double> percentile() {
        return switch (this) {
            case P50, SERVICE_P50 -> Optional.of(50.0);
            case P90 -> Optional.of(90.0);
            case P95 -> Optional.of(95.0);
            case P99, SERVICE_P99, LATENESS_P99 -> Optional.of(99.0);
            case P99_9 -> Optional.of(99.9);
            default -> Optional.empty();
        };
    }

    public static Optional<Metric> ofKey(String key) {
        return Arrays.stream(values()).filter(metric -> metric.key.equals(key)).findFirst();
    }

    public static List<String> keys() {
        return Arrays.stream(values()).map(Metric::key).toList();
    }

    @Override
    public String toString() {
        return key;
    }
}
