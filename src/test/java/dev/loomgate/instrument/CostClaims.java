package dev.loomgate.instrument;

import dev.loomgate.instrument.MeasuredCell.Measured;
import dev.loomgate.instrument.TruthLog.Request;
import dev.loomgate.metric.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** CPU, allocation, live heap and threads: what the script makes the server spend, and nothing else. */
final class CostClaims {
    private final MeasuredCell cell;
    private final Baselines baselines;
    private final MeasuredCell plain;
    private final double slack;

    CostClaims(MeasuredCell cell, Baselines baselines, double slack) {
        this.cell = cell;
        this.baselines = baselines;
        this.plain = baselines.plain();
        this.slack = slack;
    }

    List<Comparison> all() {
        List<Comparison> all = new ArrayList<>();
        if (cell.scripted("burn")) {
            all.add(burned());
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

    /** Reading a request and writing its answer cost CPU, too: as much as in a server that does nothing else. */
    private Comparison burned() {
        MeasuredCell bare = baselines.bareAtTheRateOf(cell);
        return cell.compareWith(
                bare,
                "application CPU per request, more than without",
                "us",
                Bound.largerOf(0, 0.05).times(slack),
                CostClaims::burnedMicros,
                it -> it.value(Metric.APPLICATION_CPU) - bare.median(Metric.APPLICATION_CPU));
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
