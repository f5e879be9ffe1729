package dev.loomgate.load;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Remembers for every request of one measured phase when it was due, ready, sent and answered, by its place in the schedule. Nothing is computed and nothing is
 * allocated per request while the phase runs; {@link #started()} requests are turned into histograms afterwards.
 *
 * <p>The request with place {@code i} is due at {@code origin + i / rate}.
 */
final class IterationRecorder {
    private static final byte NONE = 0;
    private static final byte GOOD = 1;
    private static final byte WRONG_BODY = 2;
    private static final byte ERROR = 3;

    private final int planned;
    private final double intervalNanos;
    private final long[] readyNanos;
    private final long[] sentNanos;
    private final long[] endedNanos;
    private final byte[] outcome;
    private final boolean[] heldBack;
    private final Map<Integer, String> errorKinds = new ConcurrentHashMap<>();
    private final AtomicInteger started = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();
    private volatile long originNanos;

    IterationRecorder(LoadOrder order) {
        planned = order.plannedPerIteration();
        intervalNanos = 1e9 / order.requestsPerSecond();
        readyNanos = new long[planned];
        sentNanos = new long[planned];
        endedNanos = new long[planned];
        outcome = new byte[planned];
        heldBack = new boolean[planned];
    }

    /** Fixes when the request with place 0 is due, in {@link System#nanoTime}. */
    void startAt(long nanos) {
        originNanos = nanos;
    }

    long dueNanos(int place) {
        return originNanos + Math.round(place * intervalNanos);
    }

    /** The generator is ready to send: what has passed since the request was due is its own lateness, whatever the connection cap does next. */
    void ready(int place, long nanos) {
        readyNanos[place] = nanos;
    }

    void sent(int place, long nanos) {
        sentNanos[place] = nanos;
        started.incrementAndGet();
    }

    /** The connection cap, not the generator, kept this request from being sent when it was due. */
    void heldBack(int place) {
        heldBack[place] = true;
    }

    void answered(int place, int status) {
        if (status != 200) {
            outcome[place] = ERROR;
            errorKinds.put(place, "status " + status);
        }
    }

    /** What stands in the body of an answer with a bad status does not matter. */
    void matched(int place, boolean bodyMatches) {
        if (outcome[place] == NONE) {
            outcome[place] = bodyMatches ? GOOD : WRONG_BODY;
        }
    }

    /** True when this was the last request of the phase. */
    boolean ended(int place, long nanos, String errorIfUnanswered) {
        endedNanos[place] = nanos;
        if (outcome[place] == NONE) {
            outcome[place] = ERROR;
            errorKinds.put(place, errorIfUnanswered);
        }
        return ended.incrementAndGet() == planned;
    }

    int planned() {
        return planned;
    }

    int started() {
        return started.get();
    }

    boolean wasSent(int place) {
        return endedNanos[place] != 0;
    }

    boolean isGood(int place) {
        return outcome[place] == GOOD;
    }

    long latencyNanos(int place) {
        return endedNanos[place] - dueNanos(place);
    }

    long serviceNanos(int place) {
        return endedNanos[place] - sentNanos[place];
    }

    long latenessNanos(int place) {
        return Math.max(0, readyNanos[place] - dueNanos(place));
    }

    long count(boolean wrongBodies) {
        byte wanted = wrongBodies ? WRONG_BODY : GOOD;
        long count = 0;
        for (byte o : outcome) {
            count += o == wanted ? 1 : 0;
        }
        return count;
    }

    Map<String, Long> errors() {
        Map<String, Long> counts = new TreeMap<>();
        errorKinds.values().forEach(kind -> counts.merge(kind, 1L, Long::sum));
        return counts;
    }

    /** From the first to the last actual send, plus one interval, so that {@code started / span} is the achieved rate. */
    Duration startSpan() {
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (int i = 0; i < planned; i++) {
            if (wasSent(i)) {
                first = Math.min(first, sentNanos[i]);
                last = Math.max(last, sentNanos[i]);
            }
        }
        return last < first ? Duration.ZERO : Duration.ofNanos(last - first + Math.round(intervalNanos));
    }

    Duration answerSpan() {
        long last = originNanos;
        for (int i = 0; i < planned; i++) {
            if (wasSent(i)) {
                last = Math.max(last, endedNanos[i]);
            }
        }
        return Duration.ofNanos(last - originNanos);
    }

    long answeredWithin(Duration length) {
        long end = originNanos + length.toNanos();
        long count = 0;
        for (int i = 0; i < planned; i++) {
            count += isGood(i) && endedNanos[i] <= end ? 1 : 0;
        }
        return count;
    }

    long heldBack() {
        long count = 0;
        for (boolean held : heldBack) {
            count += held ? 1 : 0;
        }
        return count;
    }
}
