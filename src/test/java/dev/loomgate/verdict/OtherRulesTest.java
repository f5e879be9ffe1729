package dev.loomgate.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.metric.Metric;
import dev.loomgate.plan.Compared;
import dev.loomgate.plan.DuelPlan;
import dev.loomgate.plan.DuelPlans;
import dev.loomgate.plan.PairedCell;
import dev.loomgate.plan.Tolerance;
import dev.loomgate.summary.LogRatio;
import dev.loomgate.summary.UnitEffect;
import dev.loomgate.verdict.OtherRules.Rule;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OtherRulesTest {
    private static final PairedCell CELL = DuelPlans.cell("virtual", "io");
    private static final DuelPlan PLAN =
            DuelPlans.plan(List.of(CELL), Map.of(Metric.APPLICATION_CPU, new Tolerance(0.005, 0.03)), 20, 0.01);
    private static final double[] ONE_TO_TEN =
            IntStream.rangeClosed(1, 10).asDoubleStream().toArray();

    /** Ten values that are all smaller than ten others: one order of 184,756, and its mirror. */
    @Test
    void theRankTestSeesAnOrderThatIsNoChance() {
        double[] higher = IntStream.rangeClosed(11, 20).asDoubleStream().toArray();

        assertThat(Rule.RANK_TEST.red(ONE_TO_TEN, higher)).isTrue();
        assertThat(Rule.RANK_TEST.red(higher, ONE_TO_TEN)).as("an improvement").isFalse();
        assertThat(Rule.RANK_TEST.red(ONE_TO_TEN, ONE_TO_TEN)).isFalse();
    }

    @Test
    void oneRunLooksAtOneRunOnly() {
        assertThat(Rule.SINGLE_RUN.red(new double[] {100, 500}, new double[] {110, 0}))
                .isFalse();
        assertThat(Rule.SINGLE_RUN.red(new double[] {100, 500}, new double[] {111, 0}))
                .isTrue();
    }

    /** Both have variance 55/6: the means have to be 7 x sqrt(2 x 55/6 / 10) = 9.48 apart. */
    @Test
    void welchNeedsSevenStandardErrors() {
        assertThat(Rule.WELCH.red(ONE_TO_TEN, shifted(9.4))).isFalse();
        assertThat(Rule.WELCH.red(ONE_TO_TEN, shifted(9.6))).isTrue();
        assertThat(Rule.WELCH.red(new double[] {1, 1}, new double[] {1, 1})).isFalse();
    }

    /** Nothing changes while it is measured: a two-sided 5 % test calls 2.5 % of the comparisons worse. */
    @Test
    void theRankTestIsWrongAsOftenAsItSays() {
        SplittableRandom random = new SplittableRandom(3);
        OtherRules.Outcomes outcomes = OtherRules.judge(
                        PLAN, units(4000, unit -> random.nextGaussian(100, 5)), true, 4000, 1)
                .getFirst();

        assertThat(outcomes.rule()).isEqualTo(Rule.RANK_TEST);
        assertThat(outcomes.comparisons()).isEqualTo(4000);
        assertThat(outcomes.red()).isBetween(60L, 140L);
    }

    /**
     * A machine that gets 20 % slower halfway: who measures one version before and the other after it blames the
     * version.
     */
    @Test
    void aMachineThatChangesFoolsThemAll() {
        SplittableRandom random = new SplittableRandom(3);

        assertThat(OtherRules.judge(
                        PLAN, units(20, unit -> (unit <= 10 ? 100 : 120) + random.nextGaussian()), true, 50, 1))
                .allSatisfy(outcomes -> assertThat(outcomes.redGates()).isEqualTo(50));
    }

    @Test
    void tooFewUnitsAreNoComparison() {
        assertThat(OtherRules.judge(PLAN, units(9, unit -> unit), true, 50, 1))
                .allSatisfy(outcomes -> assertThat(outcomes.comparisons()).isZero());
    }

    private static double[] shifted(double by) {
        return IntStream.rangeClosed(1, 10).mapToDouble(value -> value + by).toArray();
    }

    private static Map<String, List<UnitEffect>> units(int count, IntToDoubleFunction cost) {
        return Map.of(
                CELL.id(),
                IntStream.rangeClosed(1, count)
                        .mapToObj(unit -> new UnitEffect(
                                CELL,
                                unit,
                                Map.of(
                                        Compared.of(Metric.APPLICATION_CPU),
                                        new LogRatio.Known(0, cost.applyAsDouble(unit), cost.applyAsDouble(unit))),
                                Map.of()))
                        .toList());
    }
}
