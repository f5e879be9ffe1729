package dev.loomgate.load;

import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * Remembers for every request of one measured phase when it was due, ready, written and answered, by its place in the
 * schedule. Nothing is computed and nothing is allocated per good request while the phase runs; requests are turned
 * into histograms afterwards.
 *
 * <p>The request with place {@code i} is due at {@code origin + i / rate}, or somewhere before the next one where
 * requests are scattered.
 */
final class IterationRecorder {
    private static final byte NONE = 0;
    private static final byte GOOD = 1;
    private static final byte WRONG_BODY = 2;
    private static final byte ERROR = 3;

    /**
     * Gatling does that once, unreported, when the server closes a connection that had carried requests before.
     * The server did not answer: an error.
     */
    static final String SENT_AGAIN = "connection closed without an answer (Gatling sent the request again)";

    private static final long SEED = 1;

    private final int planned;
    private final int perSecond;
    private final double intervalNanos;
    private final long[] dueAfterNanos;
    private final long[] readyNanos;
    private final int[] handOverNanos;
    private final long[] sentNanos;
    private final long[] endedNanos;
    private final byte[] writes;
    private final byte[] outcome;
    private final boolean[] heldBack;
    private final Map<Integer, String> errorKinds = new ConcurrentHashMap<>();
    private final Map<Integer, String> wrongBodies = new ConcurrentHashMap<>();
    private final AtomicInteger ended = new AtomicInteger();
    private volatile long originNanos;

    IterationRecorder(Arrivals.Open arrivals, Duration length, ArrivalSpacing spacing) {
        planned = arrivals.requestsIn(length);
        perSecond = arrivals.requestsPerSecond();
        intervalNanos = 1e9 / perSecond;
        dueAfterNanos = dueAfter(spacing);
        readyNanos = new long[planned];
        handOverNanos = new int[planned];
        sentNanos = new long[planned];
        endedNanos = new long[planned];
        writes = new byte[planned];
        outcome = new byte[planned];
        heldBack = new boolean[planned];
    }

    /** Fixes when the request with place 0 is due, in {@link System#nanoTime}. */
    void startAt(long nanos) {
        originNanos = nanos;
    }

    long dueNanos(int place) {
        return originNanos + dueAfterNanos[place];
    }

    private long[] dueAfter(ArrivalSpacing spacing) {
        Random random = new Random(SEED);
        return IntStream.range(0, planned)
                .mapToDouble(place -> place + (spacing == ArrivalSpacing.SCATTERED ? random.nextDouble() : 0))
                .mapToLong(intervals -> Math.round(intervals * intervalNanos))
                .toArray();
    }

    /** The generator's turn to send has come; what the connection cap does next is not its own delay. */
    void ready(int place, long nanos) {
        readyNanos[place] = nanos;
    }

    /** The request is handed to Gatling, which needs a moment, and a new connection when no free one is left. */
    void sent(int place, long nanos) {
        sentNanos[place] = nanos;
    }

    /** The bytes are about to be written to the socket: from here on the server is served. */
    void writing(int place, long nanos) {
        if (writes[place]++ == 0) {
            sentNanos[place] = nanos;
        } else {
            outcome[place] = ERROR;
            errorKinds.put(place, SENT_AGAIN);
        }
    }

    /** Gatling has returned: the bytes are in the kernel's hands, or its connect is on the way. */
    void handedOver(int place, long tookNanos) {
        handOverNanos[place] = (int) Math.min(tookNanos, Integer.MAX_VALUE);
    }

    boolean wasWritten(int place) {
        return writes[place] > 0;
    }

    /** The connection cap, not the generator, kept this request from being sent when it was due. */
    void heldBack(int place) {
        heldBack[place] = true;
    }

    /**
     * The whole answer is here, and Gatling has not looked at it yet.
     *
     * @param right any other status is an error
     */
    void answered(int place, int status, int right, long nanos) {
        endedNanos[place] = nanos;
        if (status != right) {
            outcome[place] = ERROR;
            errorKinds.put(place, IterationLoad.STATUS + status);
        }
    }

    /** What stands in the body of an answer with a bad status does not matter. */
    void matched(int place, boolean bodyMatches, String body) {
        if (outcome[place] == NONE) {
            outcome[place] = bodyMatches ? GOOD : WRONG_BODY;
            if (!bodyMatches) {
                wrongBodies.put(place, PhaseSummary.excerpt(body));
            }
        }
    }

    /** The first one, shortened; empty when there was none. */
    String wrongBody(int[] places) {
        return IntStream.of(places)
                .mapToObj(place -> wrongBodies.getOrDefault(place, ""))
                .filter(body -> !body.isEmpty())
                .findFirst()
                .orElse("");
    }

    /** True when this was the last request of the phase. The time counts for a request without an answer only. */
    boolean ended(int place, long nanos, String errorIfUnanswered) {
        if (endedNanos[place] == 0) {
            endedNanos[place] = nanos;
        }
        if (outcome[place] == NONE) {
            outcome[place] = ERROR;
            errorKinds.put(place, errorIfUnanswered);
        }
        return ended.incrementAndGet() == planned;
    }

    int planned() {
        return planned;
    }

    int perSecond() {
        return perSecond;
    }

    long started(int[] places) {
        return IntStream.of(places).filter(place -> sentNanos[place] != 0).count();
    }

    boolean wasSent(int place) {
        return endedNanos[place] != 0;
    }

    boolean isGood(int place) {
        return outcome[place] == GOOD;
    }

    /**
     * From the intended start. A request can be sent early by some microseconds: then from the send, or a server would
     * seem faster than it is.
     */
    long latencyNanos(int place) {
        return endedNanos[place] - Math.min(dueNanos(place), sentNanos[place]);
    }

    long serviceNanos(int place) {
        return endedNanos[place] - sentNanos[place];
    }

    /**
     * All delay of the generator's own making until the bytes had left, or, on a new connection, until its connect had
     * left; 0 when that was early.
     */
    long latenessNanos(int place) {
        return Math.max(0, donePartNanos(place) - dueNanos(place));
    }

    private long donePartNanos(int place) {
        return readyNanos[place] + handOverNanos[place];
    }

    long good(int[] places) {
        return count(places, GOOD);
    }

    long wrongBodies(int[] places) {
        return count(places, WRONG_BODY);
    }

    private long count(int[] places, byte wanted) {
        return IntStream.of(places).filter(place -> outcome[place] == wanted).count();
    }

    Map<String, Long> errors(int[] places) {
        Map<String, Long> counts = new TreeMap<>();
        for (int place : places) {
            String kind = errorKinds.get(place);
            if (kind != null) {
                counts.merge(kind, 1L, Long::sum);
            }
        }
        return counts;
    }

    /**
     * From the first request to the last, each when the generator had done its part, plus one interval: requests divided
     * by it are the rate that it achieved. A server that takes seconds to accept a connection does not slow it down. It is
     * that of the whole phase, also where several servers share the phase.
     */
    Duration startSpan() {
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (int i = 0; i < planned; i++) {
            if (wasSent(i)) {
                first = Math.min(first, donePartNanos(i));
                last = Math.max(last, donePartNanos(i));
            }
        }
        return last < first ? Duration.ZERO : Duration.ofNanos(last - first + Math.round(intervalNanos));
    }

    Duration answerSpan(int[] places) {
        long last = originNanos;
        for (int i : places) {
            if (wasSent(i)) {
                last = Math.max(last, endedNanos[i]);
            }
        }
        return Duration.ofNanos(last - originNanos);
    }

    long answeredWithin(Duration length, int[] places) {
        long end = originNanos + length.toNanos();
        return IntStream.of(places)
                .filter(i -> isGood(i) && endedNanos[i] <= end)
                .count();
    }

    long heldBack(int[] places) {
        return IntStream.of(places).filter(i -> heldBack[i]).count();
    }
}
