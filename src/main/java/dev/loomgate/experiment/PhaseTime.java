package dev.loomgate.experiment;

import dev.loomgate.load.IterationLoad;
import java.time.Duration;

/** The time base of one phase: everything that is "per second" divides by one of these. */
final class PhaseTime {
    private static final double NANOS_PER_SECOND = 1e9;

    private PhaseTime() {}

    static double seconds(Duration duration) {
        return duration.toSeconds() + duration.toNanosPart() / NANOS_PER_SECOND;
    }

    /**
     * Seconds in which there was work: the phase and the drain behind it, as far as 99 % of the answers reach. One
     * request that runs into a time-out of a minute keeps the phase open, but nothing works in that minute: dividing by
     * all of it would hide a generator, or a server, at its limit.
     */
    static double busySeconds(IterationLoad load) {
        double tail = load.allLatencies().getValueAtPercentile(99) / NANOS_PER_SECOND;
        return Math.min(seconds(load.answerSpan()), seconds(load.length()) + tail);
    }

    /**
     * Good answers per second while the load was on.
     *
     * <p>Answers can only arrive from the fastest good one {@code m} on, so the phase shows answers for {@code length -
     * m}, not for {@code length}: {@code answeredInTime / (length - m)}. A server that holds the rate shows the rate, a
     * server that does not shows its capacity: the drain behind the phase is left out on both sides, and a straggler
     * moves it by one answer. (Dividing all good answers by the time until the last one would let one time-out of 60 s
     * turn 1000 req/s into 80.)
     *
     * <p>Where {@code m} takes more than half of the phase too little of it is left to look at; then all good answers
     * are divided by the time from the first to the last answer, at least the phase.
     *
     * <p>In the open model never more than {@code good / length} comes back: no more was sent.
     */
    static double goodPerSecond(IterationLoad load) {
        if (load.good() == 0) {
            return 0;
        }
        double length = seconds(load.length());
        double fastest = seconds(load.fastest());
        double rate = fastest <= length / 2
                ? load.answeredInTime() / (length - fastest)
                : load.good() / Math.max(length, seconds(load.answerSpan()) - fastest);
        return Math.min(rate, load.good() / length);
    }
}
