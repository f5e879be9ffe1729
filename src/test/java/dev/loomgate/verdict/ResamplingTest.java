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
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ResamplingTest {
    private static final PairedCell CELL = DuelPlans.cell("virtual", "io");
    private static final Map<Side, Answers> ANSWERS =
            Map.of(Side.BASELINE, new Answers(40_000, 0, 0), Side.CANDIDATE, new Answers(40_000, 0, 0));
    private static final DuelPlan PLAN =
            DuelPlans.plan(List.of(CELL), Map.of(Metric.APPLICATION_CPU, new Tolerance(0.005, 0.03)), 20, 0.01);

    /** Units that are turned round as often as not have no mean but by chance. */
    @Test
    void equalArmsAreNeverRed() {
        Resampling.Outcomes outcomes = Resampling.nothingChanged(PLAN, units(0.01), 300, 1);

        assertThat(outcomes.gates()).isEqualTo(300);
        assertThat(outcomes.redGates()).isZero();
        assertThat(outcomes.redOf()).isEmpty();
        assertThat(outcomes.clear()).isGreaterThan(890);
    }

    @Test
    void aChangeThatStandsOutIsCaught() {
        Resampling.Outcomes outcomes =
                Resampling.changed(PLAN, units(0.01), 200, 1, CELL, Compared.of(Metric.APPLICATION_CPU), 0.05);

        assertThat(outcomes.caught()).isGreaterThan(190);
        assertThat(outcomes.redOf()).containsOnlyKeys("cpu of virtual/io");
        assertThat(outcomes.red()).isGreaterThanOrEqualTo(outcomes.caught());
    }

    @Test
    void aChangeBelowTheNoiseIsNot() {
        Resampling.Outcomes outcomes =
                Resampling.changed(PLAN, units(0.10), 200, 1, CELL, Compared.of(Metric.APPLICATION_CPU), 0.01);

        assertThat(outcomes.caught()).isLessThan(5);
    }

    /** Forty units whose shifts scatter by so much around nothing. */
    private static Map<String, List<UnitEffect>> units(double deviation) {
        Random random = new Random(11);
        return Map.of(
                CELL.id(),
                IntStream.rangeClosed(1, 40)
                        .mapToObj(unit -> new UnitEffect(
                                CELL,
                                unit,
                                Map.of(
                                        Compared.of(Metric.APPLICATION_CPU),
                                        new LogRatio.Known(deviation * random.nextGaussian(), 1, 1)),
                                ANSWERS))
                        .toList());
    }
}
