package dev.loomgate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.DuelRun.NextUnits;
import dev.loomgate.experiment.Answers;
import dev.loomgate.metric.Metric;
import dev.loomgate.plan.DuelPlan;
import dev.loomgate.plan.DuelPlans;
import dev.loomgate.plan.Tolerance;
import dev.loomgate.summary.UnitRuns;
import dev.loomgate.verdict.ComparisonVerdict;
import dev.loomgate.verdict.ComparisonVerdict.Outcome;
import dev.loomgate.verdict.DuelJudge;
import dev.loomgate.verdict.UnitTallies;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Units that were never measured: what a duel does next needs no server. */
class NextUnitsTest {
    private static final DuelPlan PLAN = DuelPlans.plan(
            List.of(UnitRuns.CELL),
            Map.of(Metric.P50, new Tolerance(0.01, 0.05), Metric.P95, new Tolerance(0.015, 0.07)),
            20,
            0.01);

    private final UnitTallies tallies = new UnitTallies();

    /** Two duels of 24 November ended like this, and green: p95 +27.9 %, p50 +71.7 %. */
    @ParameterizedTest
    @ValueSource(doubles = {1.279, 1.717})
    void whatLooksWorseIsConfirmedThoughTheTimeIsUsedUp(double change) {
        measure(3, change);

        assertThat(wanted(true)).isTrue();
        assertThat(p95(true).outcome()).isEqualTo(Outcome.SUSPECTED);

        measure(2, change);

        assertThat(wanted(true)).isFalse();
        assertThat(p95(true).outcome()).isEqualTo(Outcome.REGRESSION);
    }

    @Test
    void aSuspicionThatFreshUnitsDoNotShowIsNone() {
        measure(3, 1.279);
        measure(5, 1);

        assertThat(wanted(true)).isFalse();
        assertThat(p95(true).outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    }

    @Test
    void whatIsMerelyOpenIsNotMeasuredAfterTheTime() {
        measure(3, 1);

        assertThat(wanted(false)).isTrue();
        assertThat(wanted(true)).isFalse();
    }

    /** Three units look worse, the fourth confirms it, and a red cell is left alone. */
    @Test
    void errorsAreRedAfterFourUnits() {
        for (int unit = 1; unit <= 4; unit++) {
            assertThat(wanted(false)).isTrue();
            tallies.add(UnitRuns.steady(200, 200)
                    .answers(new Answers(2000, 2, 0), new Answers(2000, 160 + unit, 0))
                    .run(unit));
        }

        assertThat(wanted(false)).isFalse();
        assertThat(verdict(Metric.ERRORS, true)).satisfies(errors -> {
            assertThat(errors.outcome()).isEqualTo(Outcome.REGRESSION);
            assertThat(errors.reason())
                    .isEqualTo(
                            "3250 of 40000 requests failed; jdk21 had 40 of 40000; worse after 3 units, confirmed on a"
                                    + " fresh one");
        });
        assertThat(p95(true).outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    }

    @Test
    void aWrongAnswerOfTheCandidateAloneIsRedAtOnce() {
        tallies.add(UnitRuns.steady(200, 200)
                .answers(new Answers(2000, 0, 0), new Answers(2000, 0, 1))
                .run(1));

        assertThat(wanted(false)).isFalse();
        assertThat(verdict(Metric.WRONG_ANSWERS, true)).satisfies(wrong -> {
            assertThat(wrong.outcome()).isEqualTo(Outcome.REGRESSION);
            assertThat(wrong.reason())
                    .isEqualTo("5 of 10000 answers had a good status and a wrong body; jdk21 had 0 of 10000");
        });
    }

    /** A CLEAR of errors is no reason not to look again. */
    @Test
    void aServerThatFailsLaterIsNotClear() {
        measure(5, 1);
        assertThat(verdict(Metric.ERRORS, false).outcome()).isEqualTo(Outcome.CLEAR);

        tallies.add(UnitRuns.steady(200, 200)
                .answers(new Answers(2000, 0, 0), new Answers(2000, 1000, 0))
                .run(6));
        assertThat(verdict(Metric.ERRORS, false).outcome()).isNotEqualTo(Outcome.CLEAR);
    }

    private void measure(int units, double change) {
        for (int i = 0; i < units; i++) {
            int number = tallies.effects().size() + 1;
            // No two units are the same.
            double now = 200 * (1 + 0.002 * (number % 3 - 1));
            tallies.add(UnitRuns.steady(200, now * change)
                    .answers(new Answers(2000, 0, 0), new Answers(2000, 0, 0))
                    .run(number));
        }
    }

    private boolean wanted(boolean timeIsUp) {
        return !NextUnits.of(PLAN, tallies, timeIsUp).isEmpty();
    }

    private ComparisonVerdict p95(boolean over) {
        return verdict(Metric.P95, over);
    }

    private ComparisonVerdict verdict(Metric metric, boolean over) {
        return DuelJudge.judge(PLAN, tallies.effects(), over).comparisons().stream()
                .filter(verdict -> verdict.compared().metric() == metric)
                .findFirst()
                .orElseThrow();
    }
}
