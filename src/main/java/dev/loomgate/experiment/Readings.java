package dev.loomgate.experiment;

import dev.loomgate.load.IterationLoad;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.metric.Reading.Measured;
import dev.loomgate.metric.Reading.Unavailable;
import dev.loomgate.metric.Unit;
import dev.loomgate.sampling.CpuGroup;
import dev.loomgate.sampling.Samples;
import dev.loomgate.server.RunningServer;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * Turns what the generator saw and what the server spent in one phase into a reading for every metric of an iteration.
 */
public final class Readings {
    private final IterationLoad load;
    private final Samples samples;

    private Readings(IterationLoad load, Samples samples) {
        this.load = load;
        this.samples = samples;
    }

    /** One reading for every metric of an iteration; what is not known is unavailable, never 0 and never 0 / 0. */
    public static Map<Metric, Reading> of(IterationLoad load, Samples samples) {
        Readings readings = new Readings(load, samples);
        Map<Metric, Reading> byMetric = new EnumMap<>(Metric.class);
        for (Metric metric : Metric.values()) {
            if (metric.isOfIteration()) {
                byMetric.put(metric, readings.read(metric));
            }
        }
        return byMetric;
    }

    /** What load alone tells of one of several requests. */
    static Map<Metric, Reading> ofRequest(IterationLoad load) {
        Map<Metric, Reading> byMetric = new EnumMap<>(Metric.class);
        for (Metric metric : Metric.values()) {
            if (metric.isOfRequest()) {
                byMetric.put(metric, ofLoad(metric, load));
            }
        }
        return byMetric;
    }

    /** Of a server, from its process or container to its first good answer. */
    static Reading startup(RunningServer server) {
        return new Measured(Metric.STARTUP, server.startup().toNanos() / 1e6);
    }

    private Reading read(Metric metric) {
        return switch (metric) {
            case LATENESS_P99 -> time(metric, load.lateness());
            case GENERATOR_CPU ->
                perRequest(metric, Unit.NANOSECONDS.convert(load.generatorWork().toNanos(), Unit.MICROSECONDS));
            case THROUGHPUT -> ofStarted(metric, load, PhaseTime.goodPerSecond(load));
            default -> metric.isOfRequest() ? ofLoad(metric, load) : spent(metric);
        };
    }

    private static Reading ofLoad(Metric metric, IterationLoad load) {
        return switch (metric) {
            case SERVICE_P50, SERVICE_P99 -> time(metric, load.service());
            case ERRORS -> ofStarted(metric, load, 100.0 * load.failed() / load.started());
            case WRONG_ANSWERS -> ofStarted(metric, load, 100.0 * load.wrongBodies() / load.started());
            default -> time(metric, load.latency());
        };
    }

    private static Reading ofStarted(Metric metric, IterationLoad load, double value) {
        return load.started() == 0 ? new Unavailable(metric, "no request was sent") : measured(metric, value);
    }

    private static Reading time(Metric metric, Histogram nanos) {
        return nanos.getTotalCount() == 0
                ? new Unavailable(metric, metric == Metric.LATENESS_P99 ? "no request was sent" : "no answer was good")
                : measured(metric, LatencyMetric.millis(metric, nanos));
    }

    /** What the sampler says of a metric goes first: a gauge, or its reason for not having one. */
    private Reading spent(Metric metric) {
        String reason = samples.unavailable().get(metric);
        if (reason != null) {
            return new Unavailable(metric, reason);
        }
        Double gauge = samples.gauges().get(metric);
        if (gauge != null) {
            return measured(metric, gauge);
        }
        return switch (metric) {
            case APPLICATION_CPU -> cpuPerRequest(metric, CpuGroup.APPLICATION);
            case JIT_CPU -> cpuPerRequest(metric, CpuGroup.JIT);
            case GC_CPU -> cpuPerRequest(metric, CpuGroup.GC);
            case CPU_LOAD -> cpuLoad();
            case JIT_LOAD -> jitLoad();
            case ALLOCATED -> allocated();
            case GC_PAUSE -> gcPause();
            default -> notSampled(metric);
        };
    }

    private Reading cpuPerRequest(Metric metric, CpuGroup group) {
        Long nanos = samples.cpuNanos().get(group);
        return nanos == null
                ? notSampled(metric)
                : perRequest(metric, Unit.NANOSECONDS.convert(nanos, Unit.MICROSECONDS));
    }

    private Reading gcPause() {
        return switch (spent(Metric.GC_TIME)) {
            case Measured time ->
                perRequest(Metric.GC_PAUSE, Unit.MILLISECONDS.convert(time.value(), Unit.MICROSECONDS));
            case Unavailable none -> new Unavailable(Metric.GC_PAUSE, none.reason());
        };
    }

    private Reading allocated() {
        return samples.allocatedBytes().isPresent()
                ? perRequest(Metric.ALLOCATED, samples.allocatedBytes().getAsDouble() / 1024)
                : notSampled(Metric.ALLOCATED);
    }

    /** Every answered request was work, the failed ones too. */
    private Reading perRequest(Metric metric, double total) {
        long answered = load.good() + load.wrongBodies() + load.failed();
        return answered == 0 ? new Unavailable(metric, "no request was answered") : measured(metric, total / answered);
    }

    /** All groups or nothing: a sum without one of them would be a wrong number that looks like a right one. */
    private Reading cpuLoad() {
        double seconds = PhaseTime.busySeconds(load);
        if (!samples.cpuNanos().keySet().containsAll(EnumSet.allOf(CpuGroup.class))) {
            return notSampled(Metric.CPU_LOAD);
        }
        if (seconds <= 0) {
            return new Unavailable(Metric.CPU_LOAD, "no request was answered");
        }
        long nanos =
                samples.cpuNanos().values().stream().mapToLong(Long::longValue).sum();
        return measured(Metric.CPU_LOAD, 100 * (nanos / 1e9) / seconds);
    }

    /** Of the seconds in which there was work: a JIT is not quieter because one answer took a minute. */
    private Reading jitLoad() {
        Long nanos = samples.cpuNanos().get(CpuGroup.JIT);
        double seconds = PhaseTime.busySeconds(load) * samples.machine().serverCpus();
        if (nanos == null) {
            return notSampled(Metric.JIT_LOAD);
        }
        return seconds <= 0
                ? new Unavailable(Metric.JIT_LOAD, "no request was answered")
                : measured(Metric.JIT_LOAD, 100 * (nanos / 1e9) / seconds);
    }

    private static Reading measured(Metric metric, double value) {
        return Double.isFinite(value)
                ? new Measured(metric, value)
                : new Unavailable(metric, "the sampler returned " + value);
    }

    private static Reading notSampled(Metric metric) {
        return new Unavailable(metric, "it was not sampled in this phase");
    }
}
