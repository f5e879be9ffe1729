package dev.loomgate.load;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * Turns a recorder into histograms and counts, after the phase.
 *
 * @param dropped beginning of the phase whose requests are counted, but are not in the histograms
 * @param turn requests that one server gets before the next does
 */
record PhaseSummary(
        String phase, IterationRecorder recorder, Duration length, Duration dropped, int turn, GeneratorCost cost) {
    /** Covers every latency a request time-out allows; three digits are 0.1 %. */
    static final long HIGHEST_NANOS = TimeUnit.MINUTES.toNanos(5);

    static final int DIGITS = 3;

    private static final int SHOWN_CHARACTERS = 60;

    /** Of fewer requests to a turn, its halves tell nothing. */
    private static final int TELLING_TURN = 8;

    /**
     * What one of the servers that share the phase got of it.
     *
     * @param places of its requests
     */
    IterationLoad of(int[] places, String hlog) {
        Histogram latency = newHistogram();
        Histogram service = newHistogram();
        Histogram notGood = newHistogram();
        Histogram lateness = newHistogram();
        long counted = recorder.dueNanos(0) + dropped.toNanos();
        for (int i : places) {
            if (recorder.wasSent(i) && recorder.dueNanos(i) >= counted) {
                if (recorder.isGood(i)) {
                    latency.recordValue(clip(recorder.latencyNanos(i)));
                    service.recordValue(clip(recorder.serviceNanos(i)));
                } else {
                    notGood.recordValue(clip(recorder.latencyNanos(i)));
                }
                lateness.recordValue(clip(recorder.latenessNanos(i)));
            }
        }
        return new IterationLoad(
                phase,
                length,
                places.length,
                recorder.started(places),
                recorder.startSpan(),
                recorder.good(places),
                recorder.wrongBodies(places),
                recorder.wrongBody(places),
                recorder.errors(places),
                latency,
                service,
                notGood,
                lateness,
                recorder.heldBack(places),
                recorder.answerSpan(places),
                recorder.answeredWithin(length, places),
                fastest(places),
                growth(places),
                cost.cpu(),
                cost.work().multipliedBy(places.length).dividedBy(recorder.planned()),
                cost.jit(),
                hlog,
                Map.of());
    }

    /** The beginning that is dropped has it, too: who waits in a queue later has not waited before. */
    private Duration fastest(int[] places) {
        return Duration.ofNanos(IntStream.of(places)
                .filter(recorder::isGood)
                .mapToLong(recorder::latencyNanos)
                .min()
                .orElse(0));
    }

    /** The difference of the means without two of its standard errors: slow requests fall into either half by chance. */
    private Optional<Duration> growth(int[] places) {
        if (turn < TELLING_TURN) {
            return Optional.empty();
        }
        Histogram first = newHistogram();
        Histogram second = newHistogram();
        IntStream.of(places)
                .filter(recorder::isGood)
                .forEach(i -> (i % turn < turn / 2 ? first : second).recordValue(clip(recorder.latencyNanos(i))));
        if (first.getTotalCount() == 0 || second.getTotalCount() == 0) {
            return Optional.empty();
        }
        double error = Math.hypot(standardError(first), standardError(second));
        return Optional.of(Duration.ofNanos(Math.round(second.getMean() - first.getMean() - 2 * error)));
    }

    private static double standardError(Histogram times) {
        return times.getStdDeviation() / Math.sqrt(times.getTotalCount());
    }

    static Histogram newHistogram() {
        return new Histogram(HIGHEST_NANOS, DIGITS);
    }

    /** Enough of a body to recognise whose it is. */
    static String excerpt(String body) {
        if (body.isEmpty()) {
            return "(nothing)";
        }
        return body.length() <= SHOWN_CHARACTERS ? body : body.substring(0, SHOWN_CHARACTERS) + "…";
    }

    static long clip(long nanos) {
        return Math.clamp(nanos, 0, HIGHEST_NANOS);
    }
}
