package dev.loomgate.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.metric.Metric;
import dev.loomgate.plan.DuelCell;
import dev.loomgate.plan.DuelPlan;
import dev.loomgate.plan.DuelPlans;
import dev.loomgate.plan.Tolerance;
import dev.loomgate.summary.LogRatio;
import dev.loomgate.summary.UnitEffect;
import dev.loomgate.verdict.ComparisonVerdict.Outcome;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Units whose quieter half says that nothing changed, by a tenth of a percent more and less in turn; all slices together lie elsewhere in CPU time. */
class DuelViewsTest {
    private static final DuelCell CELL = DuelPlans.cell("virtual", "io");
    private static final DuelPlan PLAN = DuelPlans.plan(
            List.of(CELL),
            Map.of(Metric.APPLICATION_CPU, new Tolerance(0.005, 0.03), Metric.P50, new Tolerance(0.01, 0.05)),
            20,
            0.01);

    @Test
    void whatComesAndGoesIsARegression() {
        List<UnitEffect> effects = units(13, 0.10, 0.02);

        ComparisonVerdict cpu = verdict(effects, Metric.APPLICATION_CPU);
        assertThat(cpu.outcome()).isEqualTo(Outcome.REGRESSION);
        assertThat(cpu.view()).isEqualTo(SliceEstimator.ALL_SLICES);
        assertThat(cpu.effect().orElseThrow().change()).isBetween(0.08, 0.13);
        assertThat(cpu.reason())
                .contains(
                        "confirmed on 5 fresh ones, over all slices; their quieter half rules out what must be caught");
        assertThat(verdict(effects, Metric.P50).outcome()).isEqualTo(Outcome.CLEAR);
    }

    /** Neighbours shake all slices so much that twice what must be caught can't be ruled out: the quieter half alone makes nothing clear. */
    @Test
    void aClearQuieterHalfIsNotEnough() {
        ComparisonVerdict cpu = verdict(units(20, 0, 0.60), Metric.APPLICATION_CPU);

        assertThat(cpu.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
        assertThat(cpu.reason()).contains("could have seen", "their quieter half rules out what must be caught");
    }

    private static ComparisonVerdict verdict(List<UnitEffect> effects, Metric metric) {
        return DuelJudge.judge(PLAN, effects, true).comparisons().stream()
                .filter(verdict -> verdict.metric() == metric)
                .findFirst()
                .orElseThrow();
    }

    /** @param log of CPU time over all slices; {@code deviation} more and less in turn */
    private static List<UnitEffect> units(int count, double log, double deviation) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(unit -> {
                    int sign = unit % 2 == 0 ? 1 : -1;
                    double quiet = sign * 0.001;
                    return new UnitEffect(
                            CELL,
                            unit,
                            Map.of(
                                    Metric.APPLICATION_CPU, new LogRatio.Known(quiet, log + sign * deviation, 1, 1),
                                    Metric.P50, new LogRatio.Known(quiet, 1, 1)),
                            Map.of());
                })
                .toList();
    }
}
