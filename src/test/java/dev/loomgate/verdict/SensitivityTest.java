package dev.loomgate.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loomgate.metric.Metric;
import dev.loomgate.plan.Compared;
import dev.loomgate.plan.DuelPlans;
import dev.loomgate.plan.PairedCell;
import dev.loomgate.plan.Tolerance;
import dev.loomgate.summary.LogRatio;
import dev.loomgate.summary.UnitEffect;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SensitivityTest {
    private static final PairedCell CELL = DuelPlans.cell("virtual", "io");
    private static final Tolerance TOLERANCE = new Tolerance(0.01, 0.05);

    /** Without any scatter every change above what is tolerated is seen, and none below. */
    @Test
    void withoutScatterTheToleranceIsTheSmallestChange() {
        Sensitivity sensitivity = of(0, 5);

        assertThat(sensitivity.smallest()).isCloseTo(0.01, within(1e-9));
        assertThat(sensitivity.caught(0.0101)).isEqualTo(1);
        assertThat(sensitivity.caught(0.0099)).isZero();
    }

    /**
     * Ten normal units, error 1 %, 95 of 100: 1.49 standard deviations of a unit, by the noncentral t distribution, on
     * top of what is tolerated.
     */
    @Test
    void tenNormalUnitsSeeOneAndAHalfDeviations() {
        assertThat(of(0.02, 10).smallest()).isCloseTo(0.01 + 1.49 * 0.02, within(0.003));
    }

    @Test
    void oneUnitSaysNothing() {
        assertThat(Sensitivity.of(CELL, Compared.of(Metric.P50), units(0.02), TOLERANCE, 1, 1))
                .isEmpty();
        assertThat(Sensitivity.of(CELL, Compared.of(Metric.P95), units(0.02), TOLERANCE, 5, 1))
                .as("a metric that was not read")
                .isEmpty();
    }

    private static Sensitivity of(double deviation, int units) {
        return Sensitivity.of(CELL, Compared.of(Metric.P50), units(deviation), TOLERANCE, units, 1)
                .orElseThrow();
    }

    private static List<UnitEffect> units(double deviation) {
        Random random = new Random(5);
        return IntStream.rangeClosed(1, 2000)
                .mapToObj(unit -> new UnitEffect(
                        CELL,
                        unit,
                        Map.of(Compared.of(Metric.P50), new LogRatio.Known(deviation * random.nextGaussian(), 1, 1)),
                        Map.of()))
                .toList();
    }
}
