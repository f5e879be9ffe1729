package dev.loomgate.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.experiment.Answers;
import dev.loomgate.metric.Metric;
import dev.loomgate.plan.Compared;
import dev.loomgate.plan.DuelPlan;
import dev.loomgate.plan.DuelPlans;
import dev.loomgate.plan.PairedCell;
import dev.loomgate.plan.Side;
import dev.loomgate.plan.Tolerance;
import dev.loomgate.summary.LogRatio;
import dev.loomgate.summary.UnitEffect;
import dev.loomgate.verdict.ComparisonVerdict.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Units are drawn, so that the truth is known. */
class DuelJudgeTest {
    private static final Map<Metric, Tolerance> TOLERANCES =
            Map.of(Metric.APPLICATION_CPU, new Tolerance(0.005, 0.03), Metric.P50, new Tolerance(0.01, 0.05));
    private static final List<PairedCell> CELLS = List.of(
            DuelPlans.cell("virtual", "io"),
            DuelPlans.cell("virtual", "compute"),
            DuelPlans.cell("webflux", "io"),
            DuelPlans.cell("webflux", "compute"));
    private static final DuelPlan PLAN = DuelPlans.plan(CELLS, TOLERANCES, 20, 0.01);

    private static final Map<Side, Answers> ANSWERS =
            Map.of(Side.BASELINE, new Answers(40_000, 0, 0), Side.CANDIDATE, new Answers(40_000, 0, 0));

    private final Random random = new Random(3);

    @Test
    void wantsTheFirstLookOfEveryCell() {
        DuelState state = DuelJudge.judge(PLAN, List.of(), false);

        assertThat(state.wanted())
                .hasSize(4)
                .allSatisfy((cell, units) -> assertThat(units).isEqualTo(3));
        assertThat(state.comparisons()).filteredOn(verdict -> !verdict.pooled()).hasSize(4 * 4);
    }

    @Test
    void twoEqualArmsAreClearOnAllCellsAndTogether() {
        DuelState state = DuelJudge.judge(PLAN, units(8, (cell, metric) -> 0), false);

        assertThat(state.wanted()).isEmpty();
        assertThat(state.comparisons()).extracting(ComparisonVerdict::outcome).containsOnly(Outcome.CLEAR);
    }

    /**
     * Two of five units say nothing of the median: its first look needs five values, so seven units. CPU time has all
     * five.
     */
    @Test
    void unitsThatSayNothingOfAMetricAreMeasuredAgainForIt() {
        List<UnitEffect> effects = disturbed(2, units(5, (cell, metric) -> 0));

        assertThat(DuelJudge.judge(PLAN, effects, false).wanted())
                .allSatisfy((cell, units) -> assertThat(units).isEqualTo(7));
    }

    /** A machine that disturbs every unit is not cured by more of them; what else was measured keeps its verdict. */
    @Test
    void aMachineThatAlwaysDisturbsIsNotAskedForEver() {
        List<UnitEffect> effects = disturbed(8, units(8, (cell, metric) -> 0));

        assertThat(DuelJudge.judge(PLAN, effects, false).wanted()).isEmpty();
        assertThat(DuelJudge.judge(PLAN, effects, true).comparisons())
                .filteredOn(verdict -> verdict.compared().metric() == Metric.P50)
                .isNotEmpty()
                .allSatisfy(verdict -> {
                    assertThat(verdict.outcome()).isEqualTo(verdict.pooled() ? Outcome.INCONCLUSIVE : Outcome.INVALID);
                    assertThat(verdict.reason()).contains("8 more were too disturbed for it");
                });
        assertThat(DuelJudge.judge(PLAN, effects, true).comparisons())
                .filteredOn(verdict -> verdict.compared().metric() == Metric.APPLICATION_CPU)
                .extracting(ComparisonVerdict::outcome)
                .containsOnly(Outcome.CLEAR);
    }

    /** The same, but that the first units say nothing of the median. */
    private static List<UnitEffect> disturbed(int first, List<UnitEffect> effects) {
        return effects.stream()
                .map(effect -> effect.unit() > first
                        ? effect
                        : new UnitEffect(
                                effect.cell(),
                                effect.unit(),
                                Map.of(
                                        Compared.of(Metric.APPLICATION_CPU),
                                        effect.logRatio(Compared.of(Metric.APPLICATION_CPU)),
                                        Compared.of(Metric.P50),
                                        new LogRatio.Disturbed("8 % stolen")),
                                ANSWERS))
                .toList();
    }

    @Test
    void namesTheOneCellThatGotWorse() {
        List<UnitEffect> effects = units(
                10, (cell, metric) -> cell.name().equals("webflux/io") && metric == Metric.APPLICATION_CPU ? 0.10 : 0);

        DuelState state = DuelJudge.judge(PLAN, effects, false);

        assertThat(state.comparisons())
                .filteredOn(verdict -> !verdict.pooled() && verdict.outcome() == Outcome.REGRESSION)
                .singleElement()
                .satisfies(verdict -> {
                    assertThat(verdict.subject()).isEqualTo("webflux/io");
                    assertThat(verdict.compared()).isEqualTo(Compared.of(Metric.APPLICATION_CPU));
                    assertThat(verdict.effect().orElseThrow().change()).isBetween(0.08, 0.13);
                });
    }

    /** 2.7 % is less than what must be caught on a single cell; it shows on four of them. */
    @Test
    void seesASmallChangeOfAllCellsTogether() {
        List<UnitEffect> effects =
                units(13, (cell, metric) -> metric == Metric.APPLICATION_CPU ? Math.log1p(0.027) : 0);

        DuelState state = DuelJudge.judge(PLAN, effects, false);

        assertThat(state.comparisons())
                .filteredOn(verdict -> verdict.subject().equals("all cells")
                        && verdict.compared().metric() == Metric.APPLICATION_CPU)
                .singleElement()
                .satisfies(verdict -> assertThat(verdict.outcome()).isEqualTo(Outcome.REGRESSION));
    }

    @Test
    void poolsAllCellsEachVariantAndEachWorkload() {
        assertThat(DuelJudge.judge(PLAN, units(5, (cell, metric) -> 0), false).comparisons())
                .filteredOn(verdict -> verdict.pooled() && verdict.compared().metric() == Metric.P50)
                .extracting(ComparisonVerdict::subject)
                .containsExactly(
                        "all cells",
                        "virtual on all workloads",
                        "webflux on all workloads",
                        "io on all variants",
                        "compute on all variants");
    }

    /** The first look may spend a tenth of the error. When it is the last one, there is nothing to keep the rest for. */
    @Test
    void whatIsOpenWhenTheTimeIsOverIsLookedAtOnceMore() {
        List<UnitEffect> effects = units(4, (cell, metric) -> 0);

        assertThat(DuelJudge.judge(PLAN, effects, false).comparisons())
                .extracting(ComparisonVerdict::outcome)
                .containsOnly(Outcome.OPEN);
        assertThat(DuelJudge.judge(PLAN, effects, true).comparisons())
                .filteredOn(comparison -> comparison.compared().metric() == Metric.APPLICATION_CPU)
                .isNotEmpty()
                .allSatisfy(comparison -> {
                    assertThat(comparison.outcome()).isEqualTo(Outcome.CLEAR);
                    assertThat(comparison.reason()).contains("by the 4 units that there was time for");
                });
    }

    /** How many units a red cell has is what they show, and not the clock; so for what is pooled with it. */
    @Test
    void whatIsPooledWithARedCellIsNotLookedAtOnceMore() {
        List<UnitEffect> effects =
                units(4, (cell, metric) -> cell.name().equals("webflux/io") && metric == Metric.P50 ? Math.log(50) : 0);

        Map<String, Outcome> pooled = DuelJudge.judge(PLAN, effects, true).comparisons().stream()
                .filter(verdict -> verdict.pooled() && verdict.compared().metric() == Metric.APPLICATION_CPU)
                .collect(Collectors.toMap(ComparisonVerdict::subject, ComparisonVerdict::outcome));

        assertThat(pooled)
                .containsEntry("virtual on all workloads", Outcome.CLEAR)
                .containsEntry("compute on all variants", Outcome.CLEAR)
                .containsEntry("webflux on all workloads", Outcome.INCONCLUSIVE)
                .containsEntry("io on all variants", Outcome.INCONCLUSIVE)
                .containsEntry("all cells", Outcome.INCONCLUSIVE);
    }

    @Test
    void twoUnitsAreInconclusiveWhenTheTimeIsOver() {
        DuelState state = DuelJudge.judge(PLAN, units(2, (cell, metric) -> 0), true);

        assertThat(state.wanted()).isEmpty();
        assertThat(state.comparisons()).extracting(ComparisonVerdict::outcome).containsOnly(Outcome.INCONCLUSIVE);
    }

    @Test
    void whatCouldNotBeHadIsNeverClear() {
        List<UnitEffect> effects = units(20, (cell, metric) -> 0).stream()
                .map(effect -> new UnitEffect(
                        effect.cell(),
                        effect.unit(),
                        Map.of(Compared.of(Metric.P50), new LogRatio.Missing("no request was answered")),
                        ANSWERS))
                .toList();

        DuelState state = DuelJudge.judge(PLAN, effects, false);

        assertThat(state.comparisons())
                .filteredOn(verdict -> !verdict.compared().isCount())
                .extracting(ComparisonVerdict::outcome)
                .containsOnly(Outcome.INCONCLUSIVE);
        assertThat(state.comparisons().getFirst().reason()).contains("could not be measured in unit ");
    }

    /** A unit without a value rules nothing out, and takes nothing back of what the others show. */
    @Test
    void aUnitWithoutAValueHidesNoRegression() {
        List<UnitEffect> effects =
                without(Metric.P50, 2, units(9, (cell, metric) -> metric == Metric.P50 ? Math.log(1.5) : 0));

        assertThat(DuelJudge.judge(PLAN, effects, false).comparisons())
                .filteredOn(verdict -> !verdict.pooled() && verdict.compared().metric() == Metric.P50)
                .hasSize(CELLS.size())
                .allSatisfy(verdict -> {
                    assertThat(verdict.outcome()).isEqualTo(Outcome.REGRESSION);
                    assertThat(verdict.reason()).endsWith("could not be measured in unit 2: no answer");
                });
    }

    @Test
    void aUnitWithoutAValueBarsThatAnythingIsRuledOut() {
        List<UnitEffect> effects = without(Metric.P50, 2, units(9, (cell, metric) -> 0));

        assertThat(DuelJudge.judge(PLAN, effects, false).comparisons())
                .filteredOn(verdict -> verdict.compared().metric() == Metric.P50)
                .isNotEmpty()
                .allSatisfy(verdict -> {
                    assertThat(verdict.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
                    assertThat(verdict.reason()).isEqualTo("could not be measured in unit 2: no answer");
                });
    }

    /** Three values of four units look worse; the fresh one that confirms it is the fifth unit. */
    @Test
    void aSuspicionBesideAUnitWithoutAValueIsConfirmed() {
        List<UnitEffect> effects =
                without(Metric.P50, 2, units(4, (cell, metric) -> metric == Metric.P50 ? Math.log(50) : 0));

        assertThat(DuelJudge.judge(PLAN, effects, false).confirming())
                .hasSize(CELLS.size())
                .allSatisfy((cell, units) -> assertThat(units).isEqualTo(5));
        assertThat(DuelJudge.judge(PLAN, effects, true).comparisons())
                .filteredOn(verdict -> !verdict.pooled() && verdict.compared().metric() == Metric.P50)
                .extracting(ComparisonVerdict::outcome)
                .containsOnly(Outcome.SUSPECTED);
    }

    /** The same, but that one unit has no value of a metric. */
    private static List<UnitEffect> without(Metric metric, int unit, List<UnitEffect> effects) {
        return effects.stream()
                .map(effect -> {
                    Map<Compared, LogRatio> logRatios = new HashMap<>(effect.logRatios());
                    if (effect.unit() == unit) {
                        logRatios.put(Compared.of(metric), new LogRatio.Missing("no answer"));
                    }
                    return new UnitEffect(effect.cell(), effect.unit(), logRatios, ANSWERS);
                })
                .toList();
    }

    @Test
    void reportsWhatIsNotGated() {
        DuelState state = DuelJudge.judge(PLAN, units(5, (cell, metric) -> 0.2), false);

        assertThat(state.reported()).extracting(ComparisonVerdict::outcome).containsOnly(Outcome.REPORTED);
        assertThat(state.reported()).extracting(ComparisonVerdict::compared).doesNotContain(Compared.of(Metric.P50));
    }

    /**
     * The gate may be wrong in 1 % of the runs in which nothing changed; of 300 gates with eight comparisons each, 3.
     * Before confirmation: hence none.
     */
    @Test
    void isAlmostNeverRedWhenNothingChanged() {
        int red = 0;
        for (int gate = 0; gate < 300; gate++) {
            DuelState state = DuelJudge.judge(PLAN, units(25, (cell, metric) -> 0), true);
            red += state.comparisons().stream().anyMatch(verdict -> verdict.outcome() == Outcome.REGRESSION) ? 1 : 0;
        }

        assertThat(red).isZero();
    }

    /**
     * @param logRatio the true change of a cell in a metric, as a logarithm; a unit scatters around it by 0.6 % in CPU
     * time and 1.2 % in the median
     */
    private List<UnitEffect> units(int count, ToDoubleBiFunction<PairedCell, Metric> logRatio) {
        List<UnitEffect> effects = new ArrayList<>();
        for (int unit = 1; unit <= count; unit++) {
            for (PairedCell cell : CELLS) {
                Map<Compared, LogRatio> logRatios = new HashMap<>();
                for (Metric metric : List.of(Metric.APPLICATION_CPU, Metric.P50, Metric.ALLOCATED)) {
                    double deviation = metric == Metric.P50 ? 0.012 : 0.006;
                    double log = logRatio.applyAsDouble(cell, metric) + deviation * random.nextGaussian();
                    logRatios.put(Compared.of(metric), new LogRatio.Known(log, 1, Math.exp(log)));
                }
                effects.add(new UnitEffect(cell, unit, logRatios, ANSWERS));
            }
        }
        return effects;
    }
}
