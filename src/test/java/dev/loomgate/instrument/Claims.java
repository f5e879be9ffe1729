package dev.loomgate.instrument;

import dev.loomgate.instrument.MeasuredCell.Measured;
import dev.loomgate.instrument.TruthLog.Outcome;
import dev.loomgate.instrument.TruthLog.Request;
import dev.loomgate.metric.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What must be true of a cell, by what the script of its server says. */
final class Claims {
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double RATE_CAP = 800;
    private static final long ACCEPTED_LATE_NANOS = 250_000_000;
    private static final long HALF_A_SECOND_NANOS = 500_000_000;

    private static final String STATUS = "status 500";
    private static final String AGAIN = "sent the request again";

    private final MeasuredCell cell;
    private final MeasuredCell plain;
    private final double slack;

    /** @param slack 1 on a quiet machine; times and rates may be that much farther off on a busy one */
    private Claims(MeasuredCell cell, MeasuredCell plain, double slack) {
        this.cell = cell;
        this.plain = plain;
        this.slack = slack;
    }

    /** @param plain the same server without anything in its script that costs CPU, memory or threads */
    static List<Comparison> of(MeasuredCell cell, MeasuredCell plain, double slack) {
        Claims claims = new Claims(cell, plain, slack);
        List<Comparison> all = new ArrayList<>(claims.counts());
        if (Stream.of("burn", "allocate", "retain", "hold", "threads", "resets", "half-bodies")
                .noneMatch(cell::scripted)) {
            all.addAll(claims.times());
        }
        all.addAll(claims.costs());
        return all;
    }

    /**
     * Gatling sends a request again, once and without telling anybody, when the server closes a pooled connection on it: the server then sees more requests than
     * were started. They have to stand in the report, as errors: the server did not answer the first time.
     */
    private List<Comparison> counts() {
        List<Comparison> all = new ArrayList<>();
        all.add(exact("requests, against the server", Claims::requests, it -> started(it) + errorsOf(it, AGAIN)));
        all.add(exact("requests, against Gatling's log", Measured::inGatlingsLog, Claims::started));
        all.add(exact("good answers", Claims::good, it -> it.iteration().load().good()));
        all.add(exact("wrong bodies", it -> 0, it -> it.iteration().load().wrongBodies()));
        all.add(exact("status 500", it -> it.phase().count(Outcome.ERROR), it -> errorsOf(it, STATUS)));
        all.add(exact("resets and half bodies", Claims::broken, it -> failed(it) - errorsOf(it, STATUS)));
        double offered = cell.requestsPerSecond();
        all.add(cell.compare("achieved rate", "req/s", rateBound(), it -> offered, Claims::startedPerSecond));
        double capped = cell.scripted("rate-cap") ? RATE_CAP : offered;
        all.add(cell.compare(
                "throughput",
                "req/s",
                rateBound(),
                it -> Math.min(capped, offered * good(it) / started(it)),
                it -> it.value(Metric.THROUGHPUT)));
        return all;
    }

    private Comparison exact(String claim, ToDoubleFunction<Measured> truth, ToDoubleFunction<Measured> reported) {
        return cell.compare(claim, "", Bound.exact(), truth, reported);
    }

    private Bound rateBound() {
        return Bound.largerOf(0, 0.005).times(slack);
    }

    private static long errorsOf(Measured it, String kind) {
        return it.iteration().load().errors().entrySet().stream()
                .filter(error -> error.getKey().contains(kind))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    private static long broken(Measured it) {
        return it.phase().count(Outcome.RESET) + it.phase().count(Outcome.HALF);
    }

    /** Without the good answers to what was sent again. */
    private static long good(Measured it) {
        return it.phase().count(Outcome.OK) - (requests(it) - started(it));
    }

    private static long failed(Measured it) {
        return it.iteration().load().failed();
    }

    private static long started(Measured it) {
        return it.iteration().load().started();
    }

    private static long requests(Measured it) {
        return it.phase().requests().size();
    }

    private static double startedPerSecond(Measured it) {
        return it.iteration().load().started()
                * 1e9
                / it.iteration().load().startSpan().toNanos();
    }

    private List<Comparison> times() {
        Bound bound = Bound.largerOf(0.1, 0.02).times(slack);
        List<Comparison> all = new ArrayList<>();
        for (Metric metric : List.of(Metric.P50, Metric.P90, Metric.P99)) {
            double percent = metric.percentile().orElseThrow().rank();
            all.add(cell.compare(
                    metric.key(),
                    "ms",
                    bound,
                    it -> truth(it).percentileNanos(percent) / NANOS_PER_MILLI,
                    it -> it.value(metric)));
        }
        if (cell.scripted("freeze")) {
            all.addAll(frozen());
        }
        if (cell.scripted("accept-delay")) {
            // Only the first iteration opens connections: the median would hide it.
            all.add(cell.compare(
                    "requests slower than 0.25 s",
                    "",
                    new Bound(2 * slack, 0.02 * slack, false, true),
                    it -> truth(it).slowerThan(ACCEPTED_LATE_NANOS),
                    it -> reportedSlower(it, ACCEPTED_LATE_NANOS)));
        }
        return all;
    }

    /** Of the requests that fall due in a second without service, the first half waits longer than half a second: not one slow request, but hundreds. */
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

    private List<Comparison> costs() {
        List<Comparison> all = new ArrayList<>();
        if (cell.scripted("burn")) {
            all.add(cell.compare(
                    "application CPU per request",
                    "us",
                    Bound.largerOf(0, 0.05).times(slack),
                    Claims::burnedMicros,
                    it -> it.value(Metric.APPLICATION_CPU)));
        }
        if (cell.scripted("allocate")) {
            all.add(cell.compareWith(
                    plain,
                    "allocated per request, more than without",
                    "B",
                    Bound.sumOf(500, 0.02),
                    it -> 64 * 1024,
                    it -> 1024 * (it.value(Metric.ALLOCATED) - plain.median(Metric.ALLOCATED))));
        }
        if (cell.scripted("threads")) {
            all.add(cell.compareWith(
                    plain,
                    "live threads, more than without",
                    "",
                    Bound.exact(),
                    it -> 25,
                    it -> it.value(Metric.THREADS_LIVE) - plain.median(Metric.THREADS_LIVE)));
        }
        if (cell.scripted("hold")) {
            all.add(heap("live heap, more than without", it -> 64 * 1024 * 1024));
        }
        if (cell.scripted("retain")) {
            all.add(heap("live heap, more than without", it -> 4096.0 * it.everRequested()));
            all.add(growth());
        }
        return all;
    }

    private static double burnedMicros(Measured it) {
        return it.phase().requests().stream()
                        .mapToLong(Request::burnedNanos)
                        .average()
                        .orElseThrow()
                / 1e3;
    }

    private Comparison heap(String claim, ToDoubleFunction<Measured> bytes) {
        return cell.compareWith(
                plain,
                claim,
                "MB",
                Bound.largerOf(1, 0),
                it -> bytes.applyAsDouble(it) / 1e6,
                it -> megabytes(it.value(Metric.LIVE_HEAP) - plain.median(Metric.LIVE_HEAP)));
    }

    private static double megabytes(double mebibytes) {
        return mebibytes * 1024 * 1024 / 1e6;
    }

    private Comparison growth() {
        List<Measured> valid = cell.valid();
        List<Comparison.Pair> pairs = IntStream.range(1, valid.size())
                .mapToObj(i -> new Comparison.Pair(
                        4096.0
                                * (valid.get(i).everRequested()
                                        - valid.get(i - 1).everRequested())
                                / 1e6,
                        megabytes(valid.get(i).value(Metric.LIVE_HEAP)
                                - valid.get(i - 1).value(Metric.LIVE_HEAP))))
                .toList();
        List<String> reasons = new ArrayList<>(cell.reasons());
        reasons.add("growth needs two valid iterations");
        return new Comparison(
                cell.displayName(),
                "live heap, growth from iteration to iteration",
                "MB",
                pairs,
                Bound.largerOf(1, 0),
                reasons);
    }
}
