package dev.loomgate.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.metric.Metric;
import dev.loomgate.plan.Compared;
import dev.loomgate.plan.DuelPlans;
import dev.loomgate.plan.PairedCell;
import dev.loomgate.summary.LogRatio;
import dev.loomgate.summary.UnitEffect;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class EffectSampleTest {
    private static final LogRatio DISTURBED = new LogRatio.Disturbed("CPU was stolen");
    private static final LogRatio MISSING = new LogRatio.Missing("no answer");

    /** A slow pair of JVMs is slow on all of its cells: a unit may only be averaged with itself. */
    @Test
    void aUnitThatOneCellLacksIsLeftOutOfThePool() {
        EffectSample io = sample("io", known(0.1), DISTURBED, known(0.3), known(0.4));
        EffectSample compute = sample("compute", known(0.1), known(0.2), known(0.3), known(0.4));

        EffectSample both = EffectSample.pooled("both", List.of(io, compute));

        assertThat(both.values()).containsExactly(0.1, 0.3, 0.4);
        assertThat(both.leftOut()).isEqualTo(1);
        assertThat(both.unitsFor(5)).isEqualTo(6);
    }

    /** Each cell lacks another unit: two of four are left, and nothing was disturbed. */
    @Test
    void aUnitWithoutAValueOnOneCellIsNoDisturbanceOfThePool() {
        EffectSample io = sample("io", known(0.1), MISSING, known(0.3), known(0.4));
        EffectSample compute = sample("compute", known(0.1), known(0.2), MISSING, known(0.4));

        EffectSample both = EffectSample.pooled("both", List.of(io, compute));

        assertThat(both.values()).containsExactly(0.1, 0.4);
        assertThat(both.leftOut()).isZero();
        assertThat(both.unitsFor(5)).isEqualTo(7);
        assertThat(both.whyMissing()).contains("unit 2: no answer");
    }

    /** A cell that was decided early has fewer units; none of them was disturbed. */
    @Test
    void aCellWithFewerUnitsEndsThePoolEarlier() {
        EffectSample io = sample("io", known(0.1), known(0.2));
        EffectSample compute = sample("compute", known(0.3), known(0.4), known(0.5));

        EffectSample both = EffectSample.pooled("both", List.of(io, compute));

        assertThat(both.values()).hasSize(2);
        assertThat(both.values().getFirst()).isCloseTo(0.2, Offset.offset(1e-12));
        assertThat(both.leftOut()).isZero();
    }

    /** A server that answers 500 instead of 1,000 req/s is half as good, and one that needs 2 ms instead of 1 is not. */
    @Test
    void aChangeIsAShareOfTheBaseline() {
        LogRatio twice = known(Math.log(2));

        assertThat(sample(Metric.CEILING, "io", twice, twice).effect())
                .hasValueSatisfying(effect -> assertThat(effect.change()).isCloseTo(0.5, Offset.offset(1e-12)));
        assertThat(sample(Metric.P50, "io", twice, twice).effect())
                .hasValueSatisfying(effect -> assertThat(effect.change()).isCloseTo(1, Offset.offset(1e-12)));
    }

    private static LogRatio known(double log) {
        return new LogRatio.Known(log, 1, Math.exp(log));
    }

    private static EffectSample sample(String workload, LogRatio... logRatios) {
        return sample(Metric.P50, workload, logRatios);
    }

    private static EffectSample sample(Metric metric, String workload, LogRatio... logRatios) {
        PairedCell cell = DuelPlans.cell("virtual", workload);
        List<UnitEffect> effects = new ArrayList<>();
        for (LogRatio logRatio : logRatios) {
            effects.add(new UnitEffect(cell, effects.size() + 1, Map.of(Compared.of(metric), logRatio), Map.of()));
        }
        return EffectSample.of(cell, Compared.of(metric), effects);
    }
}
