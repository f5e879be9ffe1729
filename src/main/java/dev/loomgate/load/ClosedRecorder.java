package dev.loomgate.load;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Counts the requests of a closed-model phase while it runs. How many there will be is not known, so each is recorded
 * when it ends, and only the one under way is remembered, by user. Latency counts from the user's turn, service time
 * from the write of the bytes.
 *
 * <p>Where servers take turns it knows those of one server, as if they followed each other, each until its last answer.
 * A turn may be no longer than one answer to each user takes: if it ended when users stop to ask, what comes a little
 * before or behind that moment would decide how much the server answers. (On {@code aggregate-100} one of two servers
 * answered 2,009 requests and the other 2,265, of which 9 and 218 a second came before that moment.)
 */
final class ClosedRecorder {
    private enum State {
        NONE,
        GOOD,
        WRONG_BODY,
        ERROR
    }

    private final Duration turnLength;
    private final boolean takesTurns;
    private final RequestSource source;
    private final int[] kinds;
    private final long[] turnNanos;
    private final long[] writtenNanos;
    private final long[] answeredNanos;
    private final State[] states;
    private final String[] reasons;
    private final String[] bodies;
    private final Tally all = new Tally();
    private final List<Tally> ofKinds;
    private final List<IntervalLog.Second> seconds = new ArrayList<>();
    private volatile long originNanos;
    private int turns;
    private Duration answerSpan = Duration.ZERO;
    private long firstWriteNanos = Long.MAX_VALUE;
    private long lastWriteNanos = Long.MIN_VALUE;
    private long lastAnswerNanos;

    /**
     * @param turnLength how long users ask after each start
     * @param takesTurns as one of the turns of a phase, and not alone
     */
    ClosedRecorder(int users, Duration turnLength, boolean takesTurns, RequestSource source) {
        this.turnLength = turnLength;
        this.takesTurns = takesTurns;
        this.source = source;
        kinds = new int[users];
        turnNanos = new long[users];
        writtenNanos = new long[users];
        answeredNanos = new long[users];
        states = new State[users];
        reasons = new String[users];
        bodies = new String[users];
        ofKinds = Stream.generate(Tally::new)
                .limit(source.named() ? source.kinds() : 0)
                .toList();
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
        return takesTurns ? answered() : turnLength;
    }

    long originNanos() {
        return originNanos;
    }

    /** No request starts any more in this turn. */
    boolean isOver(long nanos) {
        return nanos - originNanos >= turnLength.toNanos();
    }

    /**
     * The user's turn to send has come.
     *
     * @param kind which of the workload's requests
     */
    void turn(int user, int kind, long nanos) {
        kinds[user] = kind;
        turnNanos[user] = nanos;
        writtenNanos[user] = 0;
        answeredNanos[user] = 0;
        states[user] = State.NONE;
        reasons[user] = "";
        bodies[user] = "";
    }

    void writing(int user, long nanos) {
        if (writtenNanos[user] == 0) {
            writtenNanos[user] = nanos;
        } else {
            fail(user, IterationRecorder.SENT_AGAIN);
        }
    }

    /** @param right any other status is an error */
    void answered(int user, int status, int right, long nanos) {
        answeredNanos[user] = nanos;
        if (status != right) {
            fail(user, IterationLoad.STATUS + status);
        }
    }

    void matched(int user, boolean bodyMatches, String body) {
        if (states[user] == State.NONE) {
            states[user] = bodyMatches ? State.GOOD : State.WRONG_BODY;
            bodies[user] = bodyMatches ? "" : PhaseSummary.excerpt(body);
        }
    }

    /** The time counts for a request without an answer only. */
    synchronized void ended(int user, long nanos, String errorIfUnanswered) {
        if (states[user] == State.NONE) {
            fail(user, errorIfUnanswered);
        }
        long end = answeredNanos[user] == 0 ? nanos : answeredNanos[user];
        long written = writtenNanos[user] == 0 ? turnNanos[user] : writtenNanos[user];
        IntervalLog.Second second = second(end);
        if (states[user] == State.GOOD) {
            second.latency().recordValue(PhaseSummary.clip(end - turnNanos[user]));
            second.service().recordValue(PhaseSummary.clip(end - written));
        }
        second.lateness().recordValue(PhaseSummary.clip(written - turnNanos[user]));
        count(all, user, written, end);
        if (source.named()) {
            count(ofKinds.get(kinds[user]), user, written, end);
        }
        firstWriteNanos = Math.min(firstWriteNanos, written);
        lastWriteNanos = Math.max(lastWriteNanos, written);
        lastAnswerNanos = Math.max(lastAnswerNanos, end);
    }

    private void count(Tally tally, int user, long written, long end) {
        long latency = end - turnNanos[user];
        tally.late(written - turnNanos[user]);
        switch (states[user]) {
            case GOOD -> tally.good(latency, end - written, takesTurns || !isOver(end));
            case WRONG_BODY -> tally.wrong(latency, bodies[user]);
            case ERROR, NONE -> tally.failed(latency, reasons[user]);
        }
    }

    /** The second that an answer counts in; one that came after the end of a turn counts in the last of that turn. */
    private IntervalLog.Second second(long end) {
        long before = turnLength.toNanos() * (turns - 1);
        return IntervalLog.second(before + Math.clamp(end - originNanos, 0, turnLength.toNanos() - 1), seconds);
    }

    private void fail(int user, String reason) {
        states[user] = State.ERROR;
        reasons[user] = reason;
    }

    synchronized IterationLoad summary(String name, GeneratorCost cost, String hlog) {
        Map<String, IterationLoad> parts = new LinkedHashMap<>();
        for (int kind = 0; kind < ofKinds.size(); kind++) {
            parts.put(source.name(kind), load(ofKinds.get(kind), name, cost, hlog, Map.of()));
        }
        return load(all, name, cost, hlog, parts);
    }

    private IterationLoad load(
            Tally tally, String name, GeneratorCost cost, String hlog, Map<String, IterationLoad> parts) {
        Duration startSpan =
                all.started() == 0 ? Duration.ZERO : Duration.ofNanos(Math.max(0, lastWriteNanos - firstWriteNanos));
        return tally.load(name, length(), startSpan, answered(), cost, hlog, parts);
    }

    synchronized void writeLog(Path file) {
        IntervalLog.write(file, "a request stands in the second in which it ended", seconds);
    }
}
