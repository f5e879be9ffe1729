package dev.loomgate.verdict;

import dev.loomgate.load.IterationLoad;
import dev.loomgate.metric.Invalidity;
import dev.loomgate.metric.Metric;
import dev.loomgate.plan.Bound;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.Limit;
import dev.loomgate.plan.Plan;
import dev.loomgate.summary.CellSummary;
import dev.loomgate.summary.Estimate;
import dev.loomgate.verdict.CellVerdict.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Holds every limit against its estimate. A limit is FAILED when the whole interval is beyond it, PASSED when the whole
 * interval is within it (equality is within), and INCONCLUSIVE in between or when the metric or its bound could not be
 * had: it never passes by not being measured. A server that died, or whose first answer was wrong, FAILED its cell; a
 * cell that was not validly measured is INVALID whatever its numbers say, unless it broke a limit on errors or wrong
 * answers.
 */
public final class Judge {
    private final Plan plan;
    private final String fingerprint;
    private final Fitness fitness;
    private final Bounds bounds;

    private Judge(Plan plan, String fingerprint, List<CellSummary> summaries) {
        this.plan = plan;
        this.fingerprint = fingerprint;
        this.fitness = new Fitness(plan.scale().iterations());
        this.bounds = new Bounds(summaries, fitness);
    }

    /**
     * One verdict per cell, in the order of the summaries; limits against another variant look for it among them.
     *
     * @param fingerprint id of this run's fingerprint: a limit that was calibrated on another one is not applied
     */
    public static List<CellVerdict> judge(Plan plan, String fingerprint, List<CellSummary> summaries) {
        Judge judge = new Judge(plan, fingerprint, summaries);
        return summaries.stream().map(judge::cell).toList();
    }

    /**
     * Whether more iterations could decide a limit that needs only this cell: its interval holds the bound, and
     * iterations narrow it. (A boot is not repeated by iterations, so start-up and time to warm don't count.)
     */
    public static boolean undecided(Plan plan, String fingerprint, CellSummary soFar) {
        Judge judge = new Judge(plan, fingerprint, List.of(soFar));
        return soFar.run().failure().isEmpty()
                && soFar.run().invalid().isEmpty()
                && judge.limits(soFar.run().cell())
                        .filter(limit -> !(limit.bound() instanceof Bound.OfVariant)
                                && limit.metric().isOfIteration())
                        .filter(limit -> judge.foreign(limit).isEmpty())
                        .anyMatch(limit -> judge.straddles(limit, soFar));
    }

    private boolean straddles(Limit limit, CellSummary summary) {
        return summary.estimate(limit) instanceof Estimate.Estimated estimated
                && bounds.resolve(limit, summary.run().cell()) instanceof Bounds.Resolved.Known known
                && known.range().of(estimated, limit.comparison()) == Range.Position.UNDECIDED;
    }

    private CellVerdict cell(CellSummary summary) {
        List<Limit> limits = limits(summary.run().cell()).toList();
        if (summary.run().failure().isPresent()) {
            String reason = summary.run().failure().get();
            List<Verdict> verdicts = limits.stream()
                    .map(limit -> foreign(limit)
                            .orElseGet(() -> inconclusive(
                                    limit, summary, "the server failed before it was measured to the end")))
                    .toList();
            return new CellVerdict(summary, verdicts, Outcome.FAILED, List.of(reason), false);
        }
        List<Invalidity> complaints = new ArrayList<>(fitness.complaints(summary));
        neverSent(limits, summary).map(Invalidity::configuration).forEach(complaints::add);
        if (!complaints.isEmpty()) {
            List<String> sentences = Invalidity.sentences(complaints);
            String reason = String.join("; ", sentences);
            List<Verdict> verdicts = limits.stream()
                    .map(limit -> foreign(limit)
                            .or(() -> brokenAnyhow(limit, summary))
                            .orElseGet(() -> new Verdict.Invalid(limit, reason)))
                    .toList();
            if (verdicts.stream().anyMatch(Verdict.Failed.class::isInstance)) {
                return new CellVerdict(summary, verdicts, Outcome.FAILED, List.of(), false);
            }
            return new CellVerdict(summary, verdicts, Outcome.INVALID, sentences, Invalidity.isDisturbance(complaints));
        }
        List<Verdict> verdicts = limits.stream()
                .map(limit -> foreign(limit).orElseGet(() -> verdict(limit, summary)))
                .toList();
        List<String> broken = brokenAssertions(summary);
        return new CellVerdict(summary, verdicts, broken.isEmpty() ? worst(verdicts) : Outcome.FAILED, broken, false);
    }

    /**
     * Requests of a simulation are known when it has run. A limit on one that it has never sent has a wrong name, or
     * the simulation does not do what it is meant to.
     */
    private static Stream<String> neverSent(List<Limit> limits, CellSummary summary) {
        return summary.run().cell().workload().isSimulation()
                        && !summary.run().validIterations().isEmpty()
                ? limits.stream()
                        .filter(limit -> limit.request()
                                .filter(name -> !summary.requests().containsKey(name))
                                .isPresent())
                        .map(limit -> "the limit on " + limit.subject() + limit.origin()
                                + " is on a request that the simulation did not send; it sent "
                                + String.join(", ", summary.requests().keySet()))
                        .distinct()
                : Stream.empty();
    }

    /** What a simulation asserts of itself counts, whatever share of errors a limit allows. */
    private static List<String> brokenAssertions(CellSummary summary) {
        return summary.run().validIterations().stream()
                .filter(iteration -> iteration.load().errors().containsKey(IterationLoad.ASSERTION_FAILED))
                .map(iteration -> "iteration " + iteration.number()
                        + ": the simulation's own assertions did not hold; see Gatling's report")
                .toList();
    }

    /**
     * A variant is no limit to itself: comparing a value with itself can't fail, so such a limit does not count as a
     * gate. An implied limit gives way to a written one on the same metric, if that is applied here.
     */
    private Stream<Limit> limits(Cell cell) {
        List<Limit> selecting = plan.limits().stream()
                .filter(limit -> limit.selects(cell))
                .filter(limit -> !(limit.bound() instanceof Bound.OfVariant reference
                        && reference.variant().equals(cell.variant().name())))
                .toList();
        return selecting.stream().filter(limit -> !limit.implied() || isAlone(limit, selecting));
    }

    private boolean isAlone(Limit implied, List<Limit> selecting) {
        return selecting.stream()
                .filter(limit -> !limit.implied()
                        && limit.metric() == implied.metric()
                        && limit.request().isEmpty())
                .allMatch(limit -> foreign(limit).isPresent());
    }

    /**
     * What a server answers is its doing, however unfit the machine or the instrument was. Where the cell as a whole is
     * invalid, failed requests are not: what answered is not what was planned, or a service behind it has ended.
     */
    private Optional<Verdict> brokenAnyhow(Limit limit, CellSummary summary) {
        boolean servers = limit.metric() == Metric.WRONG_ANSWERS
                || (limit.metric() == Metric.ERRORS && summary.run().invalid().isEmpty());
        return servers && verdict(limit, summary) instanceof Verdict.Failed failed
                ? Optional.of(failed)
                : Optional.empty();
    }

    private Optional<Verdict> foreign(Limit limit) {
        return limit.bound() instanceof Bound.Absolute absolute
                ? absolute.calibratedOn()
                        .filter(id -> !id.equals(fingerprint))
                        .map(id -> new Verdict.NotApplicable(limit, id, fingerprint))
                : Optional.empty();
    }

    private Verdict verdict(Limit limit, CellSummary summary) {
        return switch (summary.estimate(limit)) {
            case Estimate.Missing missing -> inconclusive(limit, summary, missing.reason());
            case Estimate.Estimated estimated ->
                switch (bounds.resolve(limit, summary.run().cell())) {
                    case Bounds.Resolved.Unknown unknown ->
                        inconclusive(limit, summary, "the bound is unknown: " + unknown.reason());
                    case Bounds.Resolved.Known known -> compare(limit, estimated, known.range());
                };
        };
    }

    private static Verdict compare(Limit limit, Estimate.Estimated estimated, Range range) {
        Range.Position position = range.of(estimated, limit.comparison());
        double bound = range.decisive(position, limit.comparison());
        return switch (position) {
            case WITHIN -> new Verdict.Passed(limit, estimated, bound);
            case BEYOND -> new Verdict.Failed(limit, estimated, bound);
            case UNDECIDED ->
                new Verdict.Inconclusive(
                        limit, estimated, Optional.of(range), Sentences.whyUndecided(limit, estimated, range));
        };
    }

    private static Verdict inconclusive(Limit limit, CellSummary summary, String reason) {
        return new Verdict.Inconclusive(limit, summary.estimate(limit), Optional.empty(), reason);
    }

    /**
     * What is not applicable has no say, and an implied limit gates nothing by being kept: a cell with only such limits
     * is as ungated as one without any.
     */
    private static Outcome worst(List<Verdict> verdicts) {
        return verdicts.stream()
                .filter(verdict -> !(verdict instanceof Verdict.NotApplicable))
                .filter(verdict ->
                        !(verdict instanceof Verdict.Passed && verdict.limit().implied()))
                .map(Sentences::outcome)
                .reduce(Outcome::worse)
                .orElse(Outcome.UNGATED);
    }
}
