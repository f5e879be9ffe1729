package dev.loomgate.experiment;

import dev.loomgate.plan.Guards;
import dev.loomgate.plan.LoadProfile;
import dev.loomgate.plan.Stepped;
import java.time.Duration;
import java.util.Locale;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** Whether the load was the one that was planned. */
final class LoadGuards {
    /**
     * A p99 of fewer than 200 requests is the latest or the one before: a single hiccup, which moves no percentile that
     * so few requests can show.
     */
    private static final int FORGIVEN = 2;

    private LoadGuards() {}

    static Stream<String> starts(GuardedPhase phase) {
        long planned = phase.load().planned();
        long started = phase.load().started();
        return Complaint.when(
                Math.abs(started - planned) > phase.guards().generator().rateShare() * planned,
                String.format(
                        Locale.ROOT,
                        "%d requests were started, %d planned: %.1f %% off, limit %s; lower the rate or give the generator more CPU",
                        started,
                        planned,
                        100.0 * Math.abs(started - planned) / Math.max(planned, 1),
                        Complaint.percent(phase.guards().generator().rateShare())));
    }

    static Stream<String> rate(GuardedPhase phase) {
        double seconds = PhaseTime.seconds(phase.load().startSpan());
        return switch (phase.profile()) {
            case LoadProfile.Constant constant -> {
                double planned = (double) constant.requestsPerSecond() / phase.arms();
                double achieved = seconds > 0 ? phase.load().started() / seconds : 0;
                yield Complaint.when(
                        Math.abs(achieved - planned)
                                > phase.guards().generator().rateShare() * planned,
                        String.format(
                                Locale.ROOT,
                                "requests were started at %.1f req/s, planned were %.1f req/s: %.1f %% off, limit %s;"
                                        + " lower the rate or give the generator more CPU",
                                achieved,
                                planned,
                                100 * Math.abs(achieved - planned) / planned,
                                Complaint.percent(phase.guards().generator().rateShare())));
            }
            case LoadProfile.Closed ignored -> Stream.empty();
            case LoadProfile.Simulated ignored -> Stream.empty();
            case LoadProfile.Share share -> throw noSingleRate(share);
            case Stepped stepped -> throw noSingleRate(stepped);
        };
    }

    /**
     * In the closed model a request is due when its user is free, and when one of a simulation is due the simulation
     * alone knows, so that only the open model can be late for a schedule.
     */
    static Stream<String> lateness(GuardedPhase phase) {
        return phase.profile() instanceof LoadProfile.Constant ? behindSchedule(phase) : Stream.empty();
    }

    /** Without a record of it nothing tells whether the generator was on time. */
    static Stream<String> latenessIsKnown(GuardedPhase phase) {
        return Complaint.when(
                phase.profile() instanceof LoadProfile.Constant
                        && phase.load().lateness().getTotalCount() == 0,
                "the generator recorded no lateness, so it is unknown whether it was on time");
    }

    /** A phase is judged by the rate of its step, or by that which was found for it. */
    private static IllegalArgumentException noSingleRate(LoadProfile load) {
        return new IllegalArgumentException(load.displayName() + " has no single rate");
    }

    private static Stream<String> behindSchedule(GuardedPhase phase) {
        Guards.Generator limits = phase.guards().generator();
        Histogram lateness = phase.load().lateness();
        if (lateness.getTotalCount() == 0) {
            return Stream.empty();
        }
        double percentile = Math.min(99, 100.0 * (lateness.getTotalCount() - FORGIVEN) / lateness.getTotalCount());
        double late = lateness.getValueAtPercentile(Math.max(0, percentile)) / 1e6;
        Histogram latency = phase.load().latency();
        double p50 = latency.getTotalCount() == 0 ? 0 : latency.getValueAtPercentile(50) / 1e6;
        Duration floor = limits.latenessFloor();
        double limit = Math.max(PhaseTime.seconds(floor) * 1e3, limits.latenessShare() * p50);
        return Complaint.when(
                late > limit,
                String.format(
                        Locale.ROOT,
                        "the generator sent late by %.2f ms at p%.0f, limit %.2f ms (the larger of %.2f ms and %s of the p50 of %.2f ms);"
                                + " lower the rate, keep other work off the generator's CPU, or raise the guard",
                        late,
                        Math.max(0, percentile),
                        limit,
                        PhaseTime.seconds(floor) * 1e3,
                        Complaint.percent(limits.latenessShare()),
                        p50));
    }
}
