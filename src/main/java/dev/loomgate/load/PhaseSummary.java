package dev.loomgate.load;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Turns a recorder into histograms and counts, after the phase. */
final class PhaseSummary {
    /** Covers every latency a request time-out allows; three digits are 0.1 %. */
    static final long HIGHEST_NANOS = TimeUnit.MINUTES.toNanos(5);

    static final int DIGITS = 3;

    private static final int SHOWN_CHARACTERS = 60;

    private PhaseSummary() {}

    /**
     * @param dropped beginning of the phase whose requests are counted, but are not in the histograms
     */
    static IterationLoad of(
            String phase,
            IterationRecorder recorder,
            Duration length,
            Duration dropped,
            GeneratorCost cost,
            String hlog) {
        Histogram latency = newHistogram();
        Histogram service = newHistogram();
        Histogram notGood = newHistogram();
        Histogram lateness = newHistogram();
        long counted = recorder.dueNanos(0) + dropped.toNanos();
        for (int i = 0; i < recorder.planned(); i++) {
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
                recorder.planned(),
                recorder.started(),
                recorder.startSpan(),
                recorder.count(false),
                recorder.count(true),
                recorder.wrongBody(),
                recorder.errors(),
                latency,
                service,
                notGood,
                lateness,
                recorder.heldBack(),
                recorder.answerSpan(),
                recorder.answeredWithin(length),
                cost.cpu(),
                cost.work(),
                cost.jit(),
                hlog);
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
        return Math.max(0, Math.min(nanos, HIGHEST_NANOS));
    }
}
