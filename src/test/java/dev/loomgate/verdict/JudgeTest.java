package dev.loomgate.verdict;

import static dev.loomgate.plan.Limit.Comparison.AT_LEAST;
import static dev.loomgate.plan.Limit.Comparison.AT_MOST;
import static dev.loomgate.verdict.Judged.HERE;
import static dev.loomgate.verdict.Judged.atMost;
import static dev.loomgate.verdict.Judged.estimate;
import static dev.loomgate.verdict.Judged.judge;
import static dev.loomgate.verdict.Judged.limit;
import static dev.loomgate.verdict.Judged.plan;
import static dev.loomgate.verdict.Judged.summary;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.experiment.CellRun;
import dev.loomgate.experiment.Iteration;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Quantity;
import dev.loomgate.metric.Unit;
import dev.loomgate.plan.Bound;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.Limit;
import dev.loomgate.summary.CellSummary;
import dev.loomgate.summary.Cells;
import dev.loomgate.summary.Estimate.Estimated;
import dev.loomgate.verdict.CellVerdict.Outcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class JudgeTest {
    private static final Cell VIRTUAL = Cells.cell("virtual");
    private static final Limit P50 = atMost(115, Unit.MILLISECONDS, Metric.P50);
    private static final Limit P95 = atMost(115, Unit.MILLISECONDS, Metric.P95);
    private static final Estimated GOOD = estimate(Metric.P50, 100, 101, 102);
    private static final Estimated BAD = estimate(Metric.P50, 120, 121, 122);
    private static final Estimated NOISY = estimate(Metric.P50, 100, 116, 130);

    @Test
    void passesWhenTheWholeIntervalIsWithin() {
        CellVerdict verdict = judge(plan(P50), summary(VIRTUAL, GOOD));

        assertThat(verdict.verdicts()).containsExactly(new Verdict.Passed(P50, GOOD, 115));
        assertThat(verdict.outcome()).isEqualTo(Outcome.PASSED);
        assertThat(verdict.reasons()).isEmpty();
    }

    @Test
    void failsWhenTheWholeIntervalIsBeyond() {
        CellVerdict verdict = judge(plan(P50), summary(VIRTUAL, BAD));

        assertThat(verdict.verdicts()).containsExactly(new Verdict.Failed(P50, BAD, 115));
        assertThat(verdict.outcome()).isEqualTo(Outcome.FAILED);
    }

    @Test
    void isInconclusiveInBetween() {
        CellVerdict verdict = judge(plan(P50), summary(VIRTUAL, NOISY));

        assertThat(verdict.verdicts()).singleElement().isInstanceOf(Verdict.Inconclusive.class);
        assertThat(verdict.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    }

    @Test
    void aMissingMetricIsInconclusiveWithItsReason() {
        CellVerdict verdict = judge(plan(P50), summary(VIRTUAL));

        assertThat(verdict.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
        assertThat(Sentences.of(verdict))
                .extracting(Sentences.Said::sentence)
                .containsExactly("p50 is unknown, the limit is <= 115 ms (thresholds.yml:88): not looked at");
    }

    @Test
    void aLimitOfZeroErrorsPassesWithNoneAndIsBrokenByOneInAMillion() {
        Limit none = atMost(0, Unit.PERCENT, Metric.ERRORS);

        assertThat(judge(plan(none), summary(VIRTUAL, estimate(Metric.ERRORS, 0, 0, 0)))
                        .outcome())
                .isEqualTo(Outcome.PASSED);
        assertThat(judge(plan(none), summary(VIRTUAL, estimate(Metric.ERRORS, 1e-4, 1e-4, 1e-4)))
                        .outcome())
                .isEqualTo(Outcome.FAILED);
    }

    @Test
    void theWorstLimitIsTheOutcome() {
        Estimated noisyP95 = estimate(Metric.P95, 100, 116, 130);

        assertThat(judge(plan(P50, P95), summary(VIRTUAL, GOOD, noisyP95)).outcome())
                .isEqualTo(Outcome.INCONCLUSIVE);
        assertThat(judge(plan(P50, P95), summary(VIRTUAL, BAD, noisyP95)).outcome())
                .isEqualTo(Outcome.FAILED);
    }

    @Test
    void aCellThatNoLimitSelectsIsUngated() {
        Limit others = new Limit(
                Set.of("webflux"),
                Set.of(),
                Set.of(),
                Set.of(),
                Optional.empty(),
                Metric.P50,
                AT_MOST,
                new Bound.Absolute(new Quantity(1, Unit.MILLISECONDS)),
                "<= 1 ms",
                "thresholds.yml",
                3);

        assertThat(judge(plan(others), summary(VIRTUAL, BAD)).outcome()).isEqualTo(Outcome.UNGATED);
    }

    @Test
    void anImpliedLimitThatIsKeptGatesNothing() {
        CellVerdict verdict = judge(plan(implied(Metric.WRONG_ANSWERS)), summary(VIRTUAL, share(0)));

        assertThat(verdict.verdicts()).hasOnlyElementsOfType(Verdict.Passed.class);
        assertThat(verdict.outcome()).isEqualTo(Outcome.UNGATED);
    }

    @Test
    void anImpliedLimitThatIsBrokenFailsACellThatNoOtherLimitSelects() {
        assertThat(judge(plan(implied(Metric.WRONG_ANSWERS)), summary(VIRTUAL, share(0.01)))
                        .outcome())
                .isEqualTo(Outcome.FAILED);
    }

    @Test
    void aWrittenLimitReplacesTheImpliedOneOnTheSameMetric() {
        Limit written = atMost(1, Unit.PERCENT, Metric.WRONG_ANSWERS);

        CellVerdict verdict = judge(plan(written, implied(Metric.WRONG_ANSWERS)), summary(VIRTUAL, share(0.01)));

        assertThat(verdict.verdicts()).extracting(Verdict::limit).containsExactly(written);
        assertThat(verdict.outcome()).isEqualTo(Outcome.PASSED);
    }

    @Test
    void aWrittenLimitThatIsNotAppliedHereReplacesNothing() {
        Limit foreign = limit(
                Metric.WRONG_ANSWERS,
                AT_MOST,
                new Bound.Absolute(new Quantity(1, Unit.PERCENT), Optional.of("ffffffffffff")),
                "<= 1 %");

        assertThat(judge(plan(foreign, implied(Metric.WRONG_ANSWERS)), summary(VIRTUAL, share(0.01)))
                        .outcome())
                .isEqualTo(Outcome.FAILED);
    }

    private static Limit implied(Metric metric) {
        return Limit.implied("thresholds.yml").stream()
                .filter(limit -> limit.metric() == metric)
                .findFirst()
                .orElseThrow();
    }

    private static Estimated share(double percent) {
        return estimate(Metric.WRONG_ANSWERS, percent, percent, percent);
    }

    /** A busy machine answers late, and never with another's body. */
    @Test
    void wrongAnswersFailACellThatIsNotFitToBeJudged() {
        CellRun run = Cells.run(VIRTUAL, List.of(Cells.invalid(1, "sent late by 9 ms")));

        assertThat(judge(plan(P50, implied(Metric.WRONG_ANSWERS)), summary(run, share(0.01)))
                        .outcome())
                .isEqualTo(Outcome.FAILED);
        assertThat(judge(plan(P50, implied(Metric.WRONG_ANSWERS)), summary(run, share(0)))
                        .outcome())
                .isEqualTo(Outcome.INVALID);
    }

    @Test
    void errorsFailACellThatIsNotFitToBeJudged() {
        CellRun run = Cells.run(VIRTUAL, List.of(Cells.invalid(1, "6 % stolen")));

        assertThat(judge(plan(P50, implied(Metric.ERRORS)), summary(run, estimate(Metric.ERRORS, 3, 3, 3)))
                        .outcome())
                .isEqualTo(Outcome.FAILED);
        assertThat(judge(plan(P50, implied(Metric.ERRORS)), summary(run, estimate(Metric.ERRORS, 0, 0, 0)))
                        .outcome())
                .isEqualTo(Outcome.INVALID);
    }

    /** Behind 503s of a server may be a database that has ended. */
    @Test
    void errorsOfACellThatIsInvalidAsAWholeFailNothing() {
        CellRun run = Cells.run(VIRTUAL, three(), Map.of(), Optional.empty(), List.of("the database has ended"));

        assertThat(judge(plan(P50, implied(Metric.ERRORS)), summary(run, estimate(Metric.ERRORS, 3, 3, 3)))
                        .outcome())
                .isEqualTo(Outcome.INVALID);
    }

    @Test
    void aVariantIsNoLimitToItself() {
        Limit self = limit(Metric.P50, AT_LEAST, new Bound.OfVariant(1, "virtual"), ">= 1 x virtual");

        CellVerdict verdict = judge(plan(self), summary(VIRTUAL, GOOD));

        assertThat(verdict.verdicts()).isEmpty();
        assertThat(verdict.outcome()).isEqualTo(Outcome.UNGATED);
    }

    @Test
    void anInvalidCellIsNeverPassedOrFailed() {
        CellRun run = Cells.run(
                VIRTUAL, three(), Map.of(), Optional.empty(), List.of("max-connections is 8192, planned 100000"));

        for (Estimated numbers : List.of(GOOD, BAD, NOISY)) {
            CellVerdict verdict = judge(plan(P50), summary(run, numbers));
            assertThat(verdict.verdicts()).singleElement().isInstanceOf(Verdict.Invalid.class);
            assertThat(verdict.outcome()).isEqualTo(Outcome.INVALID);
            assertThat(verdict.reasons()).containsExactly("max-connections is 8192, planned 100000");
        }
    }

    @Test
    void anInvalidCellIsInvalidEvenWithoutLimits() {
        CellRun run = Cells.run(VIRTUAL, List.of());

        assertThat(judge(plan(), summary(run)).outcome()).isEqualTo(Outcome.INVALID);
    }

    @Test
    void tooFewValidIterationsAreInvalidWithTheirReasons() {
        CellRun run = Cells.run(
                VIRTUAL,
                List.of(
                        Cells.iteration(1, Map.of()),
                        Cells.invalid(2, "sent late by 9 ms"),
                        Cells.iteration(3, Map.of()),
                        Cells.invalid(4, "CPU 99 %")));

        assertThat(judge(plan(P50), summary(run, BAD)).reasons())
                .containsExactly(
                        "2 of 3 iterations are valid", "iteration 2: sent late by 9 ms", "iteration 4: CPU 99 %");
    }

    @Test
    void anIterationThatWasMeasuredAgainIsForgotten() {
        CellRun run = Cells.run(
                VIRTUAL,
                List.of(
                        Cells.invalid(1, "late"),
                        Cells.iteration(2, Map.of()),
                        Cells.iteration(3, Map.of()),
                        Cells.iteration(4, Map.of())));

        assertThat(judge(plan(P50), summary(run, GOOD)).outcome()).isEqualTo(Outcome.PASSED);
    }

    @Test
    void aServerThatDiedFailedEvenWhereNothingElseWasMeasured() {
        CellRun run = Cells.run(
                VIRTUAL,
                List.of(Cells.invalid(1, "late")),
                Map.of(),
                Optional.of("the server died: exit code 137"),
                List.of());
        CellVerdict verdict = judge(plan(P50), summary(run));

        assertThat(verdict.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(verdict.reasons()).containsExactly("the server died: exit code 137");
        assertThat(verdict.verdicts()).singleElement().isInstanceOf(Verdict.Inconclusive.class);
    }

    @Test
    void oneBrokenCellDoesNotHideTheOthers() {
        CellSummary dead =
                summary(Cells.run(Cells.cell("webflux"), List.of(), Map.of(), Optional.of("exit code 1"), List.of()));

        assertThat(Judge.judge(plan(P50), HERE, List.of(dead, summary(VIRTUAL, GOOD))))
                .extracting(CellVerdict::outcome)
                .containsExactly(Outcome.FAILED, Outcome.PASSED);
    }

    private static List<Iteration> three() {
        return List.of(Cells.iteration(1, Map.of()), Cells.iteration(2, Map.of()), Cells.iteration(3, Map.of()));
    }
}
