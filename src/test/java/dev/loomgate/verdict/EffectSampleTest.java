package dev.loomgate.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.metric.Metric;
import dev.loomgate.plan.DuelCell;
import dev.loomgate.plan.DuelPlans;
import dev.loomgate.summary.LogRatio;
import dev.loomgate.summary.UnitEffect;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class EffectSampleTest {
    private static final LogRatio DISTURBED = new LogRatio.Disturbed("CPU was stolen");

    /** A slow pair of JVMs is slow on all of its cells: a unit may only be averaged with itself. */
    @Test
    void aUnitThatOneCellLacksIsLeftOutOfThePool() {
        EffectSample io = series("io", known(0.1), DISTURBED, known(0.3), known(0.4));
        EffectSample compute = series("compute", known(0.1), known(0.2), known(0.3), known(0.4));

        EffectSample both = EffectSample.pooled("both", List.of(io, compute));

        assertThat(both.values()).containsExactly(0.1, 0.3, 0.4);
        assertThat(both.leftOut()).isEqualTo(1);
        assertThat(both.unitsFor(5)).isEqualTo(6);
    }

    /** A cell that was decided early has fewer units; none of them was disturbed. */
    @Test
    void aCellWithFewerUnitsEndsThePoolEarlier() {
        EffectSample io = series("io", known(0.1), known(0.2));
        EffectSample compute = series("compute", known(0.3), known(0.4), known(0.5));

        EffectSample both = EffectSample.pooled("both", List.of(io, compute));

        assertThat(both.values()).hasSize(2);
        assertThat(both.values().getFirst()).isCloseTo(0.2, Offset.offset(1e-12));
        assertThat(both.leftOut()).isZero();
    }

    private static LogRatio known(double log) {
        return new LogRatio.Known(log, 1, Math.exp(log));
    }

    private static EffectSample series(String workload, LogRatio... shifts) {
        DuelCell cell = DuelPlans.cell("virtual", workload);
        List<UnitEffect> effects = new ArrayList<>();
        for (LogRatio shift : shifts) {
            effects.add(new UnitEffect(cell, effects.size() + 1, Map.of(Metric.P50, shift), Map.of()));
        }
        return EffectSample.of(cell, Metric.P50, effects);
    }
}
