package dev.loomgate.verdict;

import dev.loomgate.experiment.Answers;
import dev.loomgate.metric.Metric;
import dev.loomgate.plan.Compared;
import dev.loomgate.plan.InterimAnalyses;
import dev.loomgate.plan.PairedCell;
import dev.loomgate.plan.Side;
import dev.loomgate.plan.Tolerance;
import dev.loomgate.summary.UnitEffect;
import dev.loomgate.verdict.ComparisonVerdict.Outcome;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToLongFunction;

/**
 * Whether more requests failed, or more answers were wrong, on the candidate than on the baseline: counts of all requests
 * of a cell, or of one of several, over units.
 */
record CountTest(
        PairedCell cell,
        Compared compared,
        Tolerance tolerance,
        Shares shares,
        Procedure procedure,
        SequentialTest test,
        String counted) {
    private static final double EACH_SIDE = 0.025;

    /**
     * Tests one cell, or one of its requests.
     *
     * @param effects of all its units, disturbed ones too: what a server answers is its own doing
     */
    static CountTest of(
            PairedCell cell,
            Compared compared,
            Tolerance tolerance,
            InterimAnalyses looks,
            double alpha,
            List<UnitEffect> effects) {
        boolean errors = compared.metric() == Metric.ERRORS;
        ToLongFunction<Answers> hits = errors ? Answers::failed : Answers::wrong;
        List<Answers> baseline = answers(effects, Side.BASELINE, compared);
        List<Answers> candidate = answers(effects, Side.CANDIDATE, compared);
        Shares shares = new Shares(counts(baseline, hits), counts(candidate, hits));
        Procedure procedure = Procedure.ofCounts(looks);
        String counted = Answers.sum(candidate).inWords(hits)
                + (errors ? " requests failed; " : " answers had a good status and a wrong body; ")
                + cell.baseline().label() + " had "
                + Answers.sum(baseline).inWords(hits);
        // A wrong answer is no question of chance: a server that gives none does not begin to by accident.
        SequentialTest test = !errors && shares.onlyCandidate()
                ? new SequentialTest(Outcome.REGRESSION, 0, 0, 0, "")
                : SequentialTest.of(shares, tolerance, procedure, alpha);
        return new CountTest(cell, compared, tolerance, shares, procedure, test, counted);
    }

    private static List<Answers> answers(List<UnitEffect> effects, Side side, Compared compared) {
        return effects.stream()
                .map(effect -> effect.answers(side, compared.request()))
                .toList();
    }

    private static List<Shares.Count> counts(List<Answers> answers, ToLongFunction<Answers> hits) {
        return answers.stream().map(each -> Shares.Count.of(each, hits)).toList();
    }

    int wanted() {
        return test.wanted(shares, tolerance, procedure);
    }

    /** The same when the time is up. */
    CountTest lookedAtLast() {
        return with(test.lastLook(shares, tolerance, procedure));
    }

    /** The same when there are no further units. */
    CountTest stopped(String why) {
        return with(test.stopped(shares, tolerance, procedure, why));
    }

    private CountTest with(SequentialTest other) {
        return new CountTest(cell, compared, tolerance, shares, procedure, other, counted);
    }

    ComparisonVerdict verdict() {
        return new ComparisonVerdict(
                cell.name(),
                compared,
                false,
                test.outcome(),
                effect(),
                test.look(),
                test.spent(),
                test.reason().isEmpty() ? counted : counted + "; " + test.reason());
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
