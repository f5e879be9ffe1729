package dev.loomgate.load;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Counts the requests of one run of a user's simulation, by their names. When a request was meant to start is known to
 * the simulation alone: latency counts from when Gatling turned to it, service time from the write of its bytes.
 */
final class SimulationRecorder {
    /** A name with an item's number in it would be another one for each item. */
    static final int MOST_NAMES = 100;

    private final Map<String, Tally> byName = new LinkedHashMap<>();
    private final Tally all = new Tally();
    private final List<IntervalLog.Second> seconds = new ArrayList<>();
    private long firstSentNanos;
    private long lastSentNanos;
    private long lastAnswerNanos;
    private long leftAlone;
    private long unanswered;
    private Optional<String> problem = Optional.empty();

    /** Result of a request. */
    sealed interface Outcome {
        record Good() implements Outcome {}

        /** A good status, and a check that failed, in its own words. */
        record Wrong(String check) implements Outcome {}

        /**
         * No good answer.
         *
         * @param kind {@code status 503}
         */
        record Failed(String kind) implements Outcome {}
    }

    /** A request was answered. */
    synchronized void answered(String name, ChannelTimes.Times times, Outcome outcome) {
        starts(times.sent());
        lastAnswerNanos = Math.max(lastAnswerNanos, times.answered());
        long latency = PhaseSummary.clip(times.answered() - times.sent());
        long service = PhaseSummary.clip(times.answered() - times.written());
        if (outcome instanceof Outcome.Good) {
            IntervalLog.Second second = second(times.answered());
            second.latency().recordValue(latency);
            second.service().recordValue(service);
        }
        count(all, outcome, latency, service);
        tally(name).ifPresent(tally -> count(tally, outcome, latency, service));
    }

    /**
     * A request got no answer.
     *
     * @param took in Gatling's milliseconds: no connection tells when it was given up
     */
    synchronized void unanswered(String name, Duration took, String reason) {
        unanswered++;
        long now = System.nanoTime();
        starts(now - took.toNanos());
        lastAnswerNanos = Math.max(lastAnswerNanos, now);
        Outcome error = new Outcome.Failed(reason);
        count(all, error, took.toNanos(), 0);
        tally(name).ifPresent(tally -> count(tally, error, took.toNanos(), 0));
    }

    /** A connection ended while a request waited for its answer. */
    synchronized void leftAlone() {
        leftAlone++;
    }

    /** One more that failed, and is no request: the simulation's own assertions. */
    synchronized void assertionFailed() {
        all.failedUntimed(1, IterationLoad.ASSERTION_FAILED);
    }

    /** Why the numbers of this run must not be used. */
    synchronized void problem(String sentence) {
        problem = problem.or(() -> Optional.of(sentence));
    }

    synchronized Optional<String> problem() {
        return problem;
    }

    synchronized long started() {
        return all.started();
    }

    synchronized long failed() {
        return all.failed();
    }

    private void starts(long sent) {
        firstSentNanos = all.started() == 0 ? sent : Math.min(firstSentNanos, sent);
        lastSentNanos = all.started() == 0 ? sent : Math.max(lastSentNanos, sent);
    }

    private Optional<Tally> tally(String name) {
        if (byName.size() == MOST_NAMES && !byName.containsKey(name)) {
            problem("the simulation has more than " + MOST_NAMES + " names of requests, the last one '" + name
                    + "': give requests that do the same the same name");
            return Optional.empty();
        }
        return Optional.of(byName.computeIfAbsent(name, none -> new Tally()));
    }

    private static void count(Tally tally, Outcome outcome, long latency, long service) {
        switch (outcome) {
            case Outcome.Good good -> tally.good(latency, service, true);
            case Outcome.Wrong wrong -> tally.wrong(latency, PhaseSummary.excerpt(wrong.check()));
            case Outcome.Failed error -> tally.failed(latency, error.kind());
        }
    }

    private IntervalLog.Second second(long nanos) {
        return IntervalLog.second(Math.max(0, nanos - firstSentNanos), seconds);
    }

    /** The length is that from the first request to the last answer: the simulation promises none. */
    synchronized IterationLoad summary(String phase, GeneratorCost cost, String hlog) {
        resent();
        Map<String, IterationLoad> parts = new LinkedHashMap<>();
        byName.forEach((name, tally) -> parts.put(name, load(tally, phase, cost, hlog, Map.of())));
        return load(all, phase, cost, hlog, parts);
    }

    /**
     * Gatling sends a request again when its connection closes without an answer, unreported. Connections that
     * were left alone by requests which got no answer at all are those of the errors that are counted already.
     */
    private void resent() {
        long resent = Math.max(0, leftAlone - unanswered);
        if (resent > 0) {
            all.failedUntimed(resent, IterationRecorder.SENT_AGAIN);
        }
        leftAlone = 0;
    }

    private IterationLoad load(
            Tally tally, String phase, GeneratorCost cost, String hlog, Map<String, IterationLoad> parts) {
        Duration span = Duration.ofNanos(Math.max(1, lastAnswerNanos - firstSentNanos));
        Duration startSpan = Duration.ofNanos(Math.max(0, lastSentNanos - firstSentNanos));
        return tally.load(phase, span, startSpan, span, cost, hlog, parts);
    }

    synchronized void writeLog(Path file) {
        IntervalLog.write(file, "a request stands in the second in which it was answered", seconds);
    }
}
