package dev.loomgate.verdict;

import dev.loomgate.experiment.Answers;
import dev.loomgate.metric.Metric;
import dev.loomgate.plan.Compared;
import dev.loomgate.plan.DuelCell;
import dev.loomgate.plan.InterimAnalyses;
import dev.loomgate.plan.Side;
import dev.loomgate.plan.Tolerance;
import dev.loomgate.summary.UnitEffect;
import dev.loomgate.verdict.ComparisonVerdict.Outcome;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToLongFunction;

/**
 * Whether more requests failed, or more answers were wrong, on the candidate than on the baseline: counts of requests,
 * over units.
 */
record CountTest(
        DuelCell cell,
        Metric metric,
        Tolerance tolerance,
        Shares shares,
        Procedure procedure,
        SequentialTest walk,
        String counted) {
    private static final double EACH_SIDE = 0.025;

    /**
     * Tests one cell.
     *
     * @param effects of all its units, disturbed ones too: what a server answers is its own doing
     */
    static CountTest of(
            DuelCell cell,
            Metric metric,
            Tolerance tolerance,
            InterimAnalyses looks,
            double alpha,
            List<UnitEffect> effects) {
        ToLongFunction<Answers> hits = metric == Metric.ERRORS ? Answers::failed : Answers::wrong;
        Shares shares = new Shares(counts(effects, Side.BASELINE, hits), counts(effects, Side.CANDIDATE, hits));
        Procedure procedure = Procedure.ofCounts(looks);
        String counted = all(effects, Side.CANDIDATE).inWords(hits)
                + (metric == Metric.ERRORS ? " requests failed; " : " answers had a good status and a wrong body; ")
                + cell.baseline().label() + " had "
                + all(effects, Side.BASELINE).inWords(hits);
        // A wrong answer is no question of chance: a server that gives none does not begin to by accident.
        SequentialTest walk = metric == Metric.WRONG_ANSWERS && shares.onlyCandidate()
                ? new SequentialTest(Outcome.REGRESSION, 0, 0, 0, "")
                : SequentialTest.of(shares, tolerance, procedure, alpha);
        return new CountTest(cell, metric, tolerance, shares, procedure, walk, counted);
    }

    private static Answers all(List<UnitEffect> effects, Side side) {
        return effects.stream().map(effect -> effect.answers(side)).reduce(Answers.NONE, Answers::plus);
    }

    private static List<Shares.Count> counts(List<UnitEffect> effects, Side side, ToLongFunction<Answers> hits) {
        return effects.stream()
                .map(effect -> Shares.Count.of(effect.answers(side), hits))
                .toList();
    }

    /** The same when there are no further units. */
    CountTest stopped(String why) {
        return new CountTest(
                cell, metric, tolerance, shares, procedure, walk.stopped(shares, tolerance, procedure, why), counted);
    }

    ComparisonVerdict verdict() {
        return new ComparisonVerdict(
                cell.name(),
                Compared.of(metric),
                false,
                walk.outcome(),
                effect(),
                walk.look(),
                walk.spent(),
                walk.reason().isEmpty() ? counted : counted + "; " + walk.reason());
    }

    private Optional<Effect> effect() {
        return shares.units() < 2
                ? Optional.empty()
                : Optional.of(new Effect(
                        shares.units(),
                        shares.change(),
                        shares.lower(0, shares.units(), EACH_SIDE),
                        shares.upper(0, shares.units(), EACH_SIDE),
                        OptionalDouble.empty()));
    }
}
