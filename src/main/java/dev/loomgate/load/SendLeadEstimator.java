package dev.loomgate.load;

import java.util.concurrent.TimeUnit;

/**
 * How much earlier than due a request has to be started so that its bytes leave when it is due: the running median of
 * what timer and Gatling took from the moment asked for to the moment the bytes were out. A median, because one pause
 * of the machine says nothing about the next request.
 *
 * <p>Latency counts from the due time whatever is aimed for, and from the send when that came earlier, so a bad aim
 * makes no number smaller than the truth.
 */
final class SendLeadEstimator {
    /** What is dearer than this is no typical cost but trouble, which belongs into the lateness. */
    private static final long MOST_NANOS = TimeUnit.MICROSECONDS.toNanos(300);

    /** Small enough to be steady, large enough to have found 100 µs within 100 requests. */
    private static final long STEP_NANOS = TimeUnit.MICROSECONDS.toNanos(1);

    private final boolean on;
    // Event loops may overwrite each other's step; over many requests that does not matter.
    private volatile long earlierNanos;

    SendLeadEstimator(boolean on) {
        this.on = on;
    }

    long earlierNanos() {
        return earlierNanos;
    }

    /** A request was to start at one moment, and its bytes were out at the other. */
    void observe(long askedNanos, long outNanos) {
        if (!on) {
            return;
        }
        long before = earlierNanos;
        long step = outNanos - askedNanos > before ? STEP_NANOS : -STEP_NANOS;
        earlierNanos = Math.max(0, Math.min(before + step, MOST_NANOS));
    }
}
