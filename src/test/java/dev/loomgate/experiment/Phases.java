package dev.loomgate.experiment;

import dev.loomgate.load.IterationLoad;
import dev.loomgate.metric.Invalidity;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * Phases of ideal servers, request by request: requests start at exact intervals, so every number is known beforehand.
 */
public final class Phases {
    private final int rate;
    private final int seconds;
    private final Histogram latency = nanos();
    private final Histogram notGood = nanos();
    private final Histogram lateness = nanos();
    private final Map<String, Long> errors = new HashMap<>();
    private long planned;
    private long started;
    private long good;
    private long wrongBodies;
    private long inTime;
    private long lastAnswerNanos;
    private Duration startSpan;
    private Optional<Duration> growth = Optional.empty();
    private Duration generatorCpu = Duration.ZERO;

    private Phases(int rate, int seconds) {
        this.rate = rate;
        this.seconds = seconds;
        this.startSpan = Duration.ofSeconds(seconds);
        this.planned = (long) rate * seconds;
    }

    /** Why a phase must not be judged, its times included. */
    static List<Invalidity> reasons(GuardedPhase phase) {
        return Stream.concat(Validity.faults(phase).stream(), Validity.disturbances(phase).stream())
                .toList();
    }

    public static Histogram nanos() {
        return new Histogram(TimeUnit.MINUTES.toNanos(2), 3);
    }

    /** A phase without requests yet. */
    public static Phases empty(int rate, int seconds) {
        return new Phases(rate, seconds);
    }

    /** Every answer takes the same time, however many are asked. */
    public static Phases steady(int rate, int seconds, double latencyMillis) {
        Phases phases = new Phases(rate, seconds);
        for (long k = 0; k < phases.planned; k++) {
            phases.answer(k, latencyMillis);
        }
        return phases;
    }

    /** A queue before {@code threads} servers, each {@code serviceMillis} per request, simulated exactly. */
    public static Phases queue(int rate, int seconds, int threads, long serviceMillis) {
        Phases phases = new Phases(rate, seconds);
        PriorityQueue<Long> free = new PriorityQueue<>();
        for (int i = 0; i < threads; i++) {
            free.add(0L);
        }
        for (long k = 0; k < phases.planned; k++) {
            long arrival = phases.startNanos(k);
            long end = Math.max(arrival, free.remove()) + TimeUnit.MILLISECONDS.toNanos(serviceMillis);
            free.add(end);
            phases.answer(k, (end - arrival) / 1e6);
        }
        return phases;
    }

    private long startNanos(long k) {
        return k * 1_000_000_000L / rate;
    }

    public Phases answer(long k, double latencyMillis) {
        ended(k, latencyMillis, latency);
        good++;
        if (startNanos(k) + latencyMillis * 1e6 < seconds * 1e9) {
            inTime++;
        }
        return this;
    }

    public Phases fails(long k, double latencyMillis, String kind) {
        ended(k, latencyMillis, notGood);
        errors.merge(kind, 1L, Long::sum);
        return this;
    }

    public Phases wrongBody(long k, double latencyMillis) {
        ended(k, latencyMillis, notGood);
        wrongBodies++;
        return this;
    }

    private void ended(long k, double latencyMillis, Histogram times) {
        long nanos = (long) (latencyMillis * 1e6);
        times.recordValue(nanos);
        lateness.recordValue(1000);
        lastAnswerNanos = Math.max(lastAnswerNanos, startNanos(k) + nanos);
        started++;
    }

    /** Another plan than what was started. */
    public Phases planned(long requests) {
        this.planned = requests;
        return this;
    }

    public Phases startSpan(Duration span) {
        this.startSpan = span;
        return this;
    }

    public Phases lost(long requests) {
        this.started += requests;
        return this;
    }

    public Phases late(double millis) {
        lateness.reset();
        lateness.recordValueWithCount((long) (millis * 1e6), Math.max(1, started));
        return this;
    }

    /** Some that were sent late; the others as soon as they were due. */
    public Phases lateOnes(int requests, double millis) {
        lateness.reset();
        lateness.recordValueWithCount(1000, started - requests);
        lateness.recordValueWithCount((long) (millis * 1e6), requests);
        return this;
    }

    /** Of what was asked for in turns. */
    Phases growth(Optional<Duration> inTurns) {
        this.growth = inTurns;
        return this;
    }

    public Phases generatorCpu(Duration cpu) {
        this.generatorCpu = cpu;
        return this;
    }

    public IterationLoad load() {
        return new IterationLoad(
                "iteration 1",
                Duration.ofSeconds(seconds),
                planned,
                started,
                startSpan,
                good,
                wrongBodies,
                wrongBodies == 0 ? "" : "another",
                errors,
                latency,
                latency,
                notGood,
                lateness,
                0,
                Duration.ofNanos(lastAnswerNanos),
                inTime,
                Duration.ofNanos(latency.getMinValue()),
                growth,
                generatorCpu,
                generatorCpu,
                Duration.ZERO,
                "1.hlog",
                Map.of());
    }
}
