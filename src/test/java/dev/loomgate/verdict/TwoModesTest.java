package dev.loomgate.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loomgate.metric.Metric;
import dev.loomgate.plan.Compared;
import dev.loomgate.plan.DuelPlan;
import dev.loomgate.plan.DuelPlans;
import dev.loomgate.plan.PairedCell;
import dev.loomgate.plan.Tolerance;
import dev.loomgate.summary.LogRatio;
import dev.loomgate.summary.UnitEffect;
import dev.loomgate.verdict.ComparisonVerdict.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.DoubleSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Allocation of JVMs whose JIT decides one way or the other: 0.14 apart, as logarithms, where it does. */
class TwoModesTest {
    private static final PairedCell CELL = DuelPlans.cell("virtual", "io");
    private static final DuelPlan PLAN =
            DuelPlans.plan(List.of(CELL), Map.of(Metric.ALLOCATED, new Tolerance(0.005, 0.05)), 12, 0.01);

    private final Random random = new Random(11);

    @Test
    void eachModeIsComparedWithItself() {
        TwoModes modes = TwoModes.of(List.of(0.0, 0.14, 0.141, 0.001), List.of(0.142, 0.002, 0.14, 0.0))
                .orElseThrow();

        assertThat(modes.apart()).isCloseTo(0.14, within(0.002));
        assertThat(modes.baseline()).containsExactly(false, true, true, false);
        assertThat(modes.within(List.of(0.142, -0.138, -0.001, -0.001)))
                .allSatisfy(log -> assertThat(log).isCloseTo(0, within(0.004)));
        assertThat(modes.inWords()).contains("15.0 % apart", "2 of 4 and 2 of 4 JVMs were in the higher one");
    }

    /** Also by as much as is between the modes, where its lower mode is where the higher one of the baseline is. */
    @Test
    void whatIsAddedToBothModesStays() {
        for (double added : List.of(0.05, 0.14, 0.3)) {
            TwoModes modes = TwoModes.of(
                            List.of(0.0, 0.14, 0.141, 0.001), List.of(added + 0.142, added, added + 0.14, added))
                    .orElseThrow();

            assertThat(modes.within(List.of(added + 0.142, added - 0.14, added - 0.001, added - 0.001)))
                    .allSatisfy(log -> assertThat(log).isCloseTo(added, within(0.004)));
        }
    }

    @Test
    void oneModeOrOtherDistancesAreNone() {
        List<Double> two = List.of(0.0, 0.14, 0.141, 0.001);

        assertThat(TwoModes.of(two, List.of(0.14, 0.142, 0.141, 0.14))).isEmpty();
        assertThat(TwoModes.of(two, List.of(0.0, 0.3, 0.301, 0.001))).isEmpty();
        assertThat(TwoModes.of(two, List.of(0.0, 0.05, 0.1, 0.14))).isEmpty();
        assertThat(TwoModes.of(List.of(0.0, 0.14), List.of(0.0, 0.14))).isEmpty();
        assertThat(TwoModes.of(List.of(0.0, 0.01, 0.01, 0.0), List.of(0.01, 0.0, 0.01, 0.0)))
                .as("1 % apart")
                .isEmpty();
        assertThat(TwoModes.of(List.of(), List.of())).isEmpty();
    }

    /** Fisher's exact test by hand: 4 of 5 against 1 of 5 has a chance of 26 in 252, 3 of 5 against 2 of 5 one of a half. */
    @Test
    void aCandidateThatIsInTheHigherModeMoreOftenIsComparedAsItIs() {
        List<Double> one = List.of(0.14, 0.0, 0.001, 0.002, 0.003);
        List<Double> two = List.of(0.14, 0.141, 0.001, 0.002, 0.003);
        List<Double> three = List.of(0.14, 0.141, 0.142, 0.002, 0.003);
        List<Double> four = List.of(0.14, 0.141, 0.142, 0.143, 0.003);

        assertThat(TwoModes.of(one, four)).isEmpty();
        assertThat(TwoModes.of(two, three)).isPresent();
        assertThat(TwoModes.of(four, one)).isPresent();
    }

    @Test
    void equalArmsWithTwoModesAreClear() {
        ComparisonVerdict verdict = judge(units(12, this::inAMode, this::inAMode));

        assertThat(verdict.outcome()).isEqualTo(Outcome.CLEAR);
        assertThat(verdict.reason()).contains("two modes,", "are compared each with itself");
    }

    /** Without their modes five such units say nothing of 8 %: they scatter by 10 %. */
    @Test
    void whatBothModesNeedMoreIsFound() {
        ComparisonVerdict verdict = judge(units(17, this::inAMode, () -> this.inAMode() + Math.log(1.08)));

        assertThat(verdict.outcome()).isEqualTo(Outcome.REGRESSION);
        assertThat(verdict.effect().orElseThrow().change()).isCloseTo(0.08, within(0.02));
    }

    /**
     * One of six of the baseline's JVMs is in the higher mode, and five of six of the candidate's: 9 % more. 70 of 500
     * gates are CLEAR.
     */
    @Test
    void aJitThatChangedItsMindIsSeldomCalledUnchanged() {
        int clear = 0;
        for (int gate = 0; gate < 500; gate++) {
            List<UnitEffect> units = units(12, () -> inHigher(1 / 6.0), () -> inHigher(5 / 6.0));
            clear += Stream.of(3, 5, 8, 12)
                            .anyMatch(look -> judge(units.subList(0, look)).outcome() == Outcome.CLEAR)
                    ? 1
                    : 0;
        }

        assertThat(clear).isLessThan(100);
    }

    /** Allowed are 2.7 in 1,000 of this comparison: a third of four fifths of 1 %. */
    @Test
    void equalArmsAreNotRedWhateverTheirValuesLookLike() {
        assertThat(red(this::inAMode)).as("two modes").isLessThan(16);
        assertThat(red(() -> inHigher(0.15))).as("one of them rare").isLessThan(16);
        assertThat(red(() -> 0.05 * random.nextGaussian())).as("none").isLessThan(16);
        assertThat(red(() -> random.nextInt(3) * 0.1 + 0.01 * random.nextGaussian()))
                .as("three")
                .isLessThan(16);
    }

    /** Of 4,000. */
    private int red(DoubleSupplier log) {
        int red = 0;
        for (int gate = 0; gate < 4000; gate++) {
            Outcome outcome = judge(units(17, log, log)).outcome();
            red += outcome == Outcome.REGRESSION || outcome == Outcome.SUSPECTED ? 1 : 0;
        }
        return red;
    }

    private double inAMode() {
        return inHigher(0.6);
    }

    /** A mode scatters by 1.5 %. */
    private double inHigher(double probability) {
        return (random.nextDouble() < probability ? 0.14 : 0) + 0.015 * random.nextGaussian();
    }

    private static ComparisonVerdict judge(List<UnitEffect> units) {
        return DuelJudge.judge(PLAN, units, true).comparisons().stream()
                .filter(verdict -> verdict.compared().metric() == Metric.ALLOCATED)
                .findFirst()
                .orElseThrow();
    }

    private static List<UnitEffect> units(int number, DoubleSupplier baseline, DoubleSupplier candidate) {
        List<UnitEffect> units = new ArrayList<>();
        Stream.iterate(1, unit -> unit + 1).limit(number).forEach(unit -> {
            double before = 10 * Math.exp(baseline.getAsDouble());
            double after = 10 * Math.exp(candidate.getAsDouble());
            units.add(new UnitEffect(
                    CELL,
                    unit,
                    Map.of(Compared.of(Metric.ALLOCATED), new LogRatio.Known(Math.log(after / before), before, after)),
                    Map.of()));
        });
        return units;
    }
}
