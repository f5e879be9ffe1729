package dev.loomgate.verdict;

import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Unit;
import dev.loomgate.plan.Bound;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.Limit;
import dev.loomgate.plan.LoadProfile;
import dev.loomgate.plan.Stepped;
import dev.loomgate.plan.Variant;
import dev.loomgate.summary.CellSummary;
import dev.loomgate.summary.Estimate;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** Turns the right side of a limit into numbers of the metric's unit, or into the reason why that can't be done. */
final class Bounds {
    private final List<CellSummary> summaries;
    private final Fitness fitness;

    Bounds(List<CellSummary> summaries, Fitness fitness) {
        this.summaries = summaries;
        this.fitness = fitness;
    }

    /** A bound that could be had, or not. */
    sealed interface Resolved {
        record Known(Range range) implements Resolved {}

        record Unknown(String reason) implements Resolved {}
    }

    Resolved resolve(Limit limit, Cell cell) {
        return switch (limit.bound()) {
            case Bound.Absolute absolute -> absolute(absolute, limit.metric());
            case Bound.OfVariant reference -> ofVariant(reference, limit, cell);
            case Bound.OfOffered offered -> ofOffered(offered, limit.metric(), cell);
            case Bound.OfThreadsByWait theory -> threadsByWait(theory, limit.metric(), cell);
        };
    }

    private static Resolved absolute(Bound.Absolute bound, Metric metric) {
        Unit unit = bound.value().unit();
        return unit.dimension() == metric.unit().dimension()
                ? new Resolved.Known(Range.exactly(bound.value().in(metric.unit())))
                : new Resolved.Unknown(unit + " does not compare with " + metric + " in " + metric.unit());
    }

    private static Resolved rate(Metric metric, double requestsPerSecond) {
        return metric.unit().dimension() == Unit.Dimension.RATE
                ? new Resolved.Known(Range.exactly(Unit.REQUESTS_PER_SECOND.convert(requestsPerSecond, metric.unit())))
                : new Resolved.Unknown("a rate does not compare with " + metric + " in " + metric.unit());
    }

    private static Resolved threadsByWait(Bound.OfThreadsByWait bound, Metric metric, Cell cell) {
        OptionalInt threads = cell.variant().requestThreads(cell.runtime());
        double waitSeconds = cell.workload().waits().toNanos() / 1e9;
        if (threads.isEmpty()) {
            return new Resolved.Unknown("threads / wait needs a number as effective " + Variant.REQUEST_THREADS + " of "
                    + cell.variant().name() + ", the plan has "
                    + cell.variant().effectiveOn(cell.runtime()).getOrDefault(Variant.REQUEST_THREADS, "none"));
        }
        return waitSeconds > 0
                ? rate(metric, bound.share() * threads.getAsInt() / waitSeconds)
                : new Resolved.Unknown("threads / wait needs a workload that waits, "
                        + cell.workload().name() + " does not");
    }

    private Resolved ofVariant(Bound.OfVariant bound, Limit limit, Cell cell) {
        Optional<CellSummary> found = summaries.stream()
                .filter(other -> isReference(other.run().cell(), cell, bound.variant()))
                .findFirst();
        if (found.isEmpty()) {
            return new Resolved.Unknown("the reference " + bound.variant() + " was not measured with the same runtime,"
                    + " workload and load in this run");
        }
        CellSummary reference = found.get();
        if (!fitness.isFit(reference)) {
            return new Resolved.Unknown("the reference " + reference.run().cell() + " has no valid result");
        }
        return switch (reference.estimate(limit)) {
            case Estimate.Estimated estimated ->
                new Resolved.Known(new Range(bound.factor() * estimated.low(), bound.factor() * estimated.high()));
            case Estimate.Missing missing ->
                new Resolved.Unknown("the reference " + reference.run().cell() + " has no " + limit.subject() + ": "
                        + missing.reason());
        };
    }

    private static boolean isReference(Cell other, Cell cell, String variant) {
        return other.variant().name().equals(variant)
                && other.runtime().name().equals(cell.runtime().name())
                && other.workload().name().equals(cell.workload().name())
                && other.load().id().equals(cell.load().id());
    }

    private Resolved ofOffered(Bound.OfOffered bound, Metric metric, Cell cell) {
        return switch (cell.load()) {
            case LoadProfile.Constant constant -> rate(metric, bound.share() * constant.requestsPerSecond());
            case LoadProfile.Closed users -> throw new IllegalStateException("no such limit selects users");
            case LoadProfile.Simulated own -> throw new IllegalStateException("no such limit selects a simulation");
            case LoadProfile.Share share ->
                found(cell).isPresent()
                        ? rate(metric, bound.share() * found(cell).getAsDouble())
                        : new Resolved.Unknown(share.displayName() + " was not measured, so no rate was offered");
            case Stepped stepped -> new Resolved.Unknown(stepped.displayName() + " offers many rates");
        };
    }

    /** The rate that a share of a capacity came to, req/s. */
    private OptionalDouble found(Cell cell) {
        return summaries.stream()
                .filter(summary -> summary.run().cell().id().equals(cell.id()))
                .flatMap(summary -> summary.run().iterations().stream())
                .mapToDouble(iteration -> iteration.load().offered())
                .findFirst();
    }
}
