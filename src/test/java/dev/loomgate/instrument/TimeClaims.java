package dev.loomgate.instrument;

import dev.loomgate.instrument.MeasuredCell.Measured;
import dev.loomgate.metric.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Percentiles from intended start, and how many requests had to wait for a server that stood still. */
final class TimeClaims {
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double TOLERATED = 10;

    /** There the bound is ten times as wide already. */
    private static final double TOLERATED_IN_SHORT_FORM = 3;

    private static final int LOW_RATE = 200;
    private static final long HALF_A_SECOND_NANOS = 500_000_000;

    private final MeasuredCell cell;
    private final double slack;

    TimeClaims(MeasuredCell cell, double slack) {
        this.cell = cell;
        this.slack = slack;
    }

    List<Comparison> all() {
        Bound bound = Bound.largerOf(0.1, 0.02).times(slack);
        List<Comparison> all = new ArrayList<>();
        if (cell.isSimulation()) {
            return ofSimulation(bound);
        }
        for (Metric metric : percentiles()) {
            double percent = metric.percentile().orElseThrow();
            all.add(cell.compare(
                    metric.key(),
                    "ms",
                    reachable(metric) ? bound : bound.tolerating(slack > 1 ? TOLERATED_IN_SHORT_FORM : TOLERATED),
                    it -> truth(it).percentileNanos(percent) / NANOS_PER_MILLI,
                    it -> it.value(metric)));
        }
        if (cell.scripted("freeze")) {
            all.addAll(frozen());
        }
        if (cell.scripted("accept-delay")) {
            all.add(lateConnections(bound));
        }
        return all;
    }

    /**
     * A simulation alone knows when its requests are meant to start. What is known is how long the server took for each:
     * it is reported from the write of a request's bytes, and, as latency, from when Gatling turned to it.
     */
    private List<Comparison> ofSimulation(Bound bound) {
        List<Comparison> all = new ArrayList<>();
        for (Metric metric : List.of(Metric.P50, Metric.P90, Metric.P99)) {
            double percent = metric.percentile().orElseThrow();
            ToDoubleFunction<Measured> truth = it -> Truth.percentileOfService(it.phase(), percent) / NANOS_PER_MILLI;
            all.add(cell.compare(
                    metric.key() + " of service times",
                    "ms",
                    bound.tolerating(slack > 1 ? TOLERATED_IN_SHORT_FORM : TOLERATED),
                    truth,
                    it -> it.iteration().load().service().getValueAtPercentile(percent) / NANOS_PER_MILLI));
            all.add(cell.compare(
                    metric.key(),
                    "ms",
                    bound.tolerating(slack > 1 ? TOLERATED_IN_SHORT_FORM : TOLERATED),
                    truth,
                    it -> it.value(metric)));
        }
        return all;
    }

    /**
     * Two goals are beyond a shared machine with two CPUs. The 99th percentile where all answers take equally long: in
     * more than 1 % of the time generator or server wait for their CPU, and with no spread of delays to hide in, that
     * is the percentile. And any percentile at low rates, where both CPUs sleep between requests and take their time to
     * wake up. docs/explanation/instrument.md has the figures.
     */
    private boolean reachable(Metric metric) {
        boolean equallyLong = !cell.scripted("freeze")
                && !cell.scripted("rate-cap")
                && (cell.delay().isEmpty() || cell.delay().startsWith("constant"));
        return cell.requestsPerSecond() >= LOW_RATE && !(equallyLong && metric == Metric.P99);
    }

    /**
     * The log does not tell for sure which of the few requests on new connections were read late: see {@link
     * Truth#bySlot}.
     */
    private List<Metric> percentiles() {
        return cell.scripted("accept-delay")
                ? List.of(Metric.P50, Metric.P90)
                : List.of(Metric.P50, Metric.P90, Metric.P99);
    }

    /**
     * The mean is the same whichever request was which. Only the first iteration opens connections, and a median would
     * hide it.
     */
    private Comparison lateConnections(Bound bound) {
        return cell.compare(
                "mean",
                "ms",
                bound.inEveryIteration(),
                it -> truth(it).meanNanos() / NANOS_PER_MILLI,
                it -> it.value(Metric.MEAN));
    }

    /**
     * Of the requests that fall due in a second without service, the first half waits longer than half a second: not
     * one slow request, but hundreds.
     */
    private List<Comparison> frozen() {
        double theory = cell.requestsPerSecond() * 0.5;
        return List.of(
                cell.compare(
                        "requests slower than 0.5 s",
                        "",
                        Bound.largerOf(0, 0.02).times(slack),
                        it -> truth(it).slowerThan(HALF_A_SECOND_NANOS),
                        it -> reportedSlower(it, HALF_A_SECOND_NANOS)),
                // What the freeze left behind has to be worked off, so theory is a little low.
                cell.compare(
                        "requests slower than 0.5 s, in theory",
                        "",
                        Bound.largerOf(0, slack > 1 ? 0.5 : 0.1),
                        it -> theory,
                        it -> reportedSlower(it, HALF_A_SECOND_NANOS)));
    }

    private static long reportedSlower(Measured it, long nanos) {
        var latency = it.iteration().load().latency();
        return latency.getTotalCount() - latency.getCountBetweenValues(0, nanos);
    }

    private Truth truth(Measured it) {
        return cell.scripted("accept-delay")
                ? Truth.bySlot(it.phase(), cell.requestsPerSecond())
                : Truth.inOrderOfArrival(it.phase(), cell.requestsPerSecond());
    }
}
