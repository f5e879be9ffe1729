package dev.loomgate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.metric.Metric;
import dev.loomgate.plan.Calibration;
import dev.loomgate.plan.DuelCell;
import dev.loomgate.plan.DuelPlan;
import dev.loomgate.plan.DuelPlans;
import dev.loomgate.plan.Tolerance;
import dev.loomgate.summary.Shift;
import dev.loomgate.summary.UnitEffect;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

        String text = String.join("\n", Calibrate.of(PLAN, effects, Map.of()));

        assertThat(text)
                .containsPattern("\\| virtual/io \\| p50 \\| 60 \\| [+-]0\\.\\d+ % \\| (0\\.[89]|1\\.[012])\\d* %")
                .contains("300 gates drawn from these units, nothing changed: 0 red; 0 of 300 comparisons red")
                .containsPattern("\\| virtual/io \\| p50 \\| 0 % .*\\| 100 % \\| 100 % \\|");
    }

    /** Units that say 8 % worse and scatter by 1 %: seen at the first look, 5 units, and confirmed on 5 more, at half a minute each. */
    @Test
    void tellsHowOftenAPlantedFaultIsSeenAndWhatThatCosts() {
        Random random = new Random(1);
        DuelPlan planted = new DuelPlan(
                PLAN.plan(), PLAN.cells(), PLAN.scale(), PLAN.tolerances(), Optional.of(Calibration.POWER), 1);
        List<UnitEffect> effects = IntStream.rangeClosed(1, 30)
                .mapToObj(unit -> new UnitEffect(
                        CELL, unit, Map.of(Metric.P50, new Shift.Known(0.08 + 0.01 * random.nextGaussian(), 1, 1))))
                .toList();

        String text = String.join("\n", Calibrate.of(planted, effects, Map.of(CELL.id(), Duration.ofSeconds(30))));

        assertThat(text)
                .containsPattern("\\| virtual/io \\| p50 \\| (100|9\\d) % \\| 0 % \\| 1[0-2]\\.\\d \\| [56]\\.\\d \\|")
                .doesNotContain("nothing changed");
    }
}
