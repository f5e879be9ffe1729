package dev.loomgate.load;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.HdrHistogram.Histogram;

/**
 * Counts the requests of a closed-model phase while it runs. How many there will be is not known, so each is recorded
 * when it ends, and only the one under way is remembered, by user. Latency counts from the user's turn, service time
 * from the write of the bytes. Where servers take turns it knows those of one server, as if they followed each other.
 */
final class ClosedRecorder {
    private enum State {
        NONE,
        GOOD,
        WRONG_BODY,
        ERROR
    }

    private final int rightStatus;
    private final Duration turnLength;
    private final long[] turnNanos;
    private final long[] writtenNanos;
    private final long[] answeredNanos;
    private final State[] states;
    private final String[] kinds;
    private final Map<String, Long> errors = new TreeMap<>();
    private final Histogram latency = PhaseSummary.newHistogram();
    private final Histogram service = PhaseSummary.newHistogram();
    private final Histogram notGood = PhaseSummary.newHistogram();
    private final Histogram lateness = PhaseSummary.newHistogram();
    private final List<IntervalLog.Second> seconds = new ArrayList<>();
    private final AtomicReference<String> wrongBody = new AtomicReference<>("");
    private volatile long originNanos;
    private int turns;
    private Duration answerSpan = Duration.ZERO;
    private long started;
    private long good;
    private long wrongBodies;
    private long inTime;
    private long firstWriteNanos = Long.MAX_VALUE;
    private long lastWriteNanos = Long.MIN_VALUE;
    private long lastAnswerNanos;

    /**
     * @param turnLength how long users ask after each start
     * @param rightStatus any other is an error
     */
    ClosedRecorder(int users, Duration turnLength, int rightStatus) {
        this.rightStatus = rightStatus;
        this.turnLength = turnLength;
        turnNanos = new long[users];
        writtenNanos = new long[users];
        answeredNanos = new long[users];
        states = new State[users];
        kinds = new String[users];
    }

    /** From then on users may ask. */
    synchronized void startTurn(long nanos) {
        answerSpan = answered();
        originNanos = nanos;
        lastAnswerNanos = nanos;
        turns++;
    }

    /** From the start of each turn to its last answer. */
    private Duration answered() {
        return answerSpan.plusNanos(lastAnswerNanos - originNanos);
    }

    private Duration length() {
        return turnLength.multipliedBy(turns);
    }

    long originNanos() {
        return originNanos;
    }

    /** No request starts any more in this turn. */
    boolean isOver(long nanos) {
        return nanos - originNanos >= turnLength.toNanos();
    }

    /** The user's turn to send has come. */
    void turn(int user, long nanos) {
        turnNanos[user] = nanos;
        writtenNanos[user] = 0;
        answeredNanos[user] = 0;
        states[user] = State.NONE;
        kinds[user] = "";
    }

    void writing(int user, long nanos) {
        if (writtenNanos[user] == 0) {
            writtenNanos[user] = nanos;
        } else {
            fail(user, IterationRecorder.SENT_AGAIN);
        }
    }

    void answered(int user, int status, long nanos) {
        answeredNanos[user] = nanos;
        if (status != rightStatus) {
            fail(user, "status " + status);
        }
    }

    void matched(int user, boolean bodyMatches, String body) {
        if (states[user] == State.NONE) {
            states[user] = bodyMatches ? State.GOOD : State.WRONG_BODY;
            if (!bodyMatches) {
                wrongBody.compareAndSet("", PhaseSummary.excerpt(body));
            }
        }
    }

    /** The time counts for a request without an answer only. */
    synchronized void ended(int user, long nanos, String errorIfUnanswered) {
        if (states[user] == State.NONE) {
            fail(user, errorIfUnanswered);
        }
        long end = answeredNanos[user] == 0 ? nanos : answeredNanos[user];
        long written = writtenNanos[user] == 0 ? turnNanos[user] : writtenNanos[user];
        record(states[user] == State.GOOD, end - turnNanos[user], end - written, written - turnNanos[user], end);
        count(user, end);
        started++;
        firstWriteNanos = Math.min(firstWriteNanos, written);
        lastWriteNanos = Math.max(lastWriteNanos, written);
        lastAnswerNanos = Math.max(lastAnswerNanos, end);
    }

    private void count(int user, long end) {
        switch (states[user]) {
            case GOOD -> {
                good++;
                inTime += isOver(end) ? 0 : 1;
            }
            case WRONG_BODY -> wrongBodies++;
            case ERROR, NONE -> errors.merge(kinds[user], 1L, Long::sum);
        }
    }

    private void record(boolean isGood, long latencyNanos, long serviceNanos, long latenessNanos, long end) {
        IntervalLog.Second of = second(end);
        for (Histogram each : isGood ? List.of(latency, of.latency()) : List.of(notGood)) {
            each.recordValue(PhaseSummary.clip(latencyNanos));
        }
        for (Histogram each : isGood ? List.of(service, of.service()) : List.<Histogram>of()) {
            each.recordValue(PhaseSummary.clip(serviceNanos));
        }
        for (Histogram each : List.of(lateness, of.lateness())) {
            each.recordValue(PhaseSummary.clip(latenessNanos));
        }
    }

    /** The second that an answer counts in; one that came after the end of a turn counts in the last of that turn. */
    private IntervalLog.Second second(long end) {
        long before = turnLength.toNanos() * (turns - 1);
        long second = (before + Math.clamp(end - originNanos, 0, turnLength.toNanos() - 1)) / 1_000_000_000L;
        while (seconds.size() <= second) {
            seconds.add(new IntervalLog.Second());
        }
        return seconds.get((int) second);
    }

    private void fail(int user, String kind) {
        states[user] = State.ERROR;
        kinds[user] = kind;
    }

    /** Planned is what was started: a closed model promises no number. */
    synchronized IterationLoad summary(String name, GeneratorCost cost, String hlog) {
        Duration startSpan =
                started == 0 ? Duration.ZERO : Duration.ofNanos(Math.max(0, lastWriteNanos - firstWriteNanos));
        return new IterationLoad(
                name,
                length(),
                started,
                started,
                startSpan,
                good,
                wrongBodies,
                wrongBody.get(),
                errors,
                latency.copy(),
                service.copy(),
                notGood.copy(),
                lateness.copy(),
                0,
                answered(),
                inTime,
                cost.cpu(),
                cost.work(),
                cost.jit(),
                hlog);
    }

    synchronized void writeLog(Path file) {
        IntervalLog.write(file, "a request stands in the second in which it ended", seconds);
    }
}
