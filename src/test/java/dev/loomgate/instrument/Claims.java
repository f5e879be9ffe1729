package dev.loomgate.instrument;

import dev.loomgate.instrument.MeasuredCell.Measured;
import dev.loomgate.instrument.TruthLog.Outcome;
import dev.loomgate.metric.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** What must be true of a cell, by what the script of its server says. */
final class Claims {

    private static final String STATUS = "status 500";
    private static final String AGAIN = "sent the request again";

    private final MeasuredCell cell;
    private final double slack;

    /** @param slack 1 on a quiet machine; times and rates may be that much farther off on a busy one */
    private Claims(MeasuredCell cell, double slack) {
        this.cell = cell;
        this.slack = slack;
    }

    static List<Comparison> of(MeasuredCell cell, Baselines baselines, double slack) {
        List<Comparison> all = new ArrayList<>(new Claims(cell, slack).counts());
        if (Stream.of("burn", "allocate", "retain", "hold", "threads", "resets", "half-bodies")
                .noneMatch(cell::scripted)) {
            all.addAll(new TimeClaims(cell, slack).all());
        }
        all.addAll(new CostClaims(cell, baselines, slack).all());
        return all;
    }

    /**
     * Gatling sends a request again, once and without telling anybody, when the server closes a pooled connection on
     * it: the server then sees more requests than were started. They have to stand in the report, as errors: the server
     * did not answer the first time.
     */
    private List<Comparison> counts() {
        List<Comparison> all = new ArrayList<>();
        all.add(exact("requests, against the server", Claims::requests, it -> started(it) + errorsOf(it, AGAIN)));
        if (!cell.isSimulation()) {
            all.add(exact("requests, against Gatling's log", Measured::inGatlingsLog, Claims::started));
            all.addAll(rates());
        }
        all.add(exact("good answers", Claims::good, it -> it.iteration().load().good()));
        all.add(exact("wrong bodies", it -> 0, it -> it.iteration().load().wrongBodies()));
        all.add(exact("status 500", it -> it.phase().count(Outcome.ERROR), it -> errorsOf(it, STATUS)));
        all.add(exact("resets and half bodies", Claims::broken, it -> failed(it) - errorsOf(it, STATUS)));
        return all;
    }

    private List<Comparison> rates() {
        double offered = cell.requestsPerSecond();
        Comparison achieved =
                cell.compare("achieved rate", "req/s", rateBound(), it -> offered, Claims::startedPerSecond);
        ToDoubleFunction<Measured> truth = it -> cell.scripted("rate-cap")
                ? Truth.inOrderOfArrival(it.phase(), cell.requestsPerSecond())
                        .goodPerSecond(it.iteration().load().length())
                : offered * good(it) / started(it);
        return List.of(
                achieved, cell.compare("throughput", "req/s", rateBound(), truth, it -> it.value(Metric.THROUGHPUT)));
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
}
