package dev.loomgate.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.experiment.UnitRun;
import dev.loomgate.metric.Metric;
import dev.loomgate.plan.Compared;
import dev.loomgate.plan.DuelPlan;
import dev.loomgate.plan.DuelPlans;
import dev.loomgate.plan.Tolerance;
import dev.loomgate.summary.UnitRuns;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Two arms that show the same in each of their windows; whatever is found was planted. */
class IntermittentCostTest {
    private static final int GATES = 40;
    private static final DuelPlan PLAN = DuelPlans.plan(
            List.of(UnitRuns.CELL),
            Map.of(
                    Metric.APPLICATION_CPU, new Tolerance(0.005, 0.03),
                    Metric.P95, new Tolerance(0.015, 0.07),
                    Metric.ALLOCATED, new Tolerance(0.003, 0.01)),
            12,
            0.01);

    /** The centre of two dearer ones of five or six shows half of 20 %. */
    @Test
    void costsAreFoundFromAThirdOfTheWindowsOn() {
        assertThat(found(Metric.APPLICATION_CPU, units()))
                .hasSize(3)
                .allSatisfy(outcome -> assertThat(outcome.found().red()).isEqualTo(GATES));
    }

    @Test
    void latenciesInAThirdOfTheWindowsAreFound() {
        List<UnitRun> interleaved = IntStream.rangeClosed(1, 8)
                .mapToObj(unit -> UnitRuns.interleaved(200, 200).run(unit))
                .toList();

        assertThat(found(Metric.P95, interleaved))
                .hasSize(3)
                .allSatisfy(outcome -> assertThat(outcome.found().red()).isEqualTo(GATES));
    }

    @Test
    void bytesAreFoundFromAThirdOfTheWindowsOn() {
        assertThat(found(Metric.ALLOCATED, units()))
                .hasSize(3)
                .allSatisfy(outcome -> assertThat(outcome.found().red()).isEqualTo(GATES));
    }

    @Test
    void unitsThatDoNotCountAreNotChanged() {
        List<UnitRun> unfit = IntStream.rangeClosed(1, 8)
                .mapToObj(
                        unit -> UnitRuns.steady(200, 200).invalid("wrong body").run(unit))
                .toList();

        assertThat(IntermittentCost.judge(PLAN, unfit, GATES, 1)).isEmpty();
    }

    private static List<UnitRun> units() {
        return IntStream.rangeClosed(1, 8)
                .mapToObj(unit -> UnitRuns.steady(200, 200).run(unit))
                .toList();
    }

    private static List<IntermittentCost.Outcome> found(Metric metric, List<UnitRun> units) {
        return IntermittentCost.judge(PLAN, units, GATES, 1).stream()
                .filter(outcome -> outcome.found().compared().equals(Compared.of(metric)))
                .toList();
    }
}
