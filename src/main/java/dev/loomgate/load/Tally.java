package dev.loomgate.load;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** Counts requests as they end: all requests of a phase, or those with one name. */
final class Tally {
    private final Map<String, Long> errors = new TreeMap<>();
    private final Histogram latency = PhaseSummary.newHistogram();
    private final Histogram service = PhaseSummary.newHistogram();
    private final Histogram notGood = PhaseSummary.newHistogram();
    private final Histogram lateness = PhaseSummary.newHistogram();
    private String wrongBody = "";
    private long started;
    private long good;
    private long wrongBodies;
    private long inTime;

    /** @param withinPhase whether the answer came within the phase's own length */
    void good(long latencyNanos, long serviceNanos, boolean withinPhase) {
        started++;
        good++;
        inTime += withinPhase ? 1 : 0;
        latency.recordValue(PhaseSummary.clip(latencyNanos));
        service.recordValue(PhaseSummary.clip(serviceNanos));
    }

    /** @param body shortened, or the check that failed */
    void wrong(long latencyNanos, String body) {
        started++;
        wrongBodies++;
        wrongBody = wrongBody.isEmpty() ? body : wrongBody;
        notGood.recordValue(PhaseSummary.clip(latencyNanos));
    }

    void failed(long latencyNanos, String kind) {
        failedUntimed(1, kind);
        notGood.recordValue(PhaseSummary.clip(latencyNanos));
    }

    void failedUntimed(long requests, String kind) {
        started += requests;
        errors.merge(kind, requests, Long::sum);
    }

    /** By how much the generator sent a request late. */
    void late(long nanos) {
        lateness.recordValue(PhaseSummary.clip(nanos));
    }

    long started() {
        return started;
    }

    long failed() {
        return errors.values().stream().mapToLong(Long::longValue).sum();
    }

    private Duration fastest() {
        return Duration.ofNanos(good == 0 ? 0 : latency.getMinValue());
    }

    /** Planned is what was started: neither a closed model nor a simulation promises a number. */
    IterationLoad load(
            String phase,
            Duration length,
            Duration startSpan,
            Duration answerSpan,
            GeneratorCost cost,
            String hlog,
            Map<String, IterationLoad> requests) {
        return new IterationLoad(
                phase,
                length,
                started,
                started,
                startSpan,
                good,
                wrongBodies,
                wrongBody,
                errors,
                latency.copy(),
                service.copy(),
                notGood.copy(),
                lateness.copy(),
                0,
                answerSpan,
                inTime,
                fastest(),
                Optional.empty(),
                cost.cpu(),
                cost.work(),
                cost.jit(),
                hlog,
                requests);
    }
}
