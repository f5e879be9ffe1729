package dev.loomgate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.metric.Metric;
import dev.loomgate.plan.DuelCell;
import dev.loomgate.plan.DuelPlan;
import dev.loomgate.plan.DuelPlans;
import dev.loomgate.plan.Tolerance;
import dev.loomgate.summary.Shift;
import dev.loomgate.summary.UnitEffect;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CalibrateTest {
    private static final DuelCell CELL = DuelPlans.cell("virtual", "io");
    private static final DuelPlan PLAN =
            DuelPlans.plan(List.of(CELL), Map.of(Metric.P50, new Tolerance(0.01, 0.05)), 12, 0.01);

    /** Units that scatter by 1 %: five times less than what must be caught. */
    @Test
    void tellsScatterFalseAlarmsAndPower() {
        Random random = new Random(1);
        List<UnitEffect> effects = IntStream.rangeClosed(1, 60)
                .mapToObj(unit -> new UnitEffect(
                        CELL, unit, Map.of(Metric.P50, new Shift.Known(0.01 * random.nextGaussian(), 1, 1))))
                .toList();

        String text = String.join("\n", Calibrate.of(PLAN, effects));

        assertThat(text)
                .containsPattern("\\| virtual/io \\| p50 \\| 60 \\| [+-]0\\.\\d+ % \\| (0\\.[89]|1\\.[012])\\d* %")
                .contains("300 gates drawn from these units, nothing changed: 0 red; 0 of 300 comparisons red")
                .containsPattern("\\| virtual/io \\| p50 \\| 0 % .*\\| 100 % \\| 100 % \\|");
    }
}
