package dev.loomgate.junit;

import static dev.loomgate.junit.LoomgateAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomgate.fingerprint.Fingerprint;
import dev.loomgate.metric.Metric;
import dev.loomgate.plan.DuelPlan;
import dev.loomgate.plan.DuelPlans;
import dev.loomgate.plan.Tolerance;
import dev.loomgate.summary.DrawnMix;
import dev.loomgate.verdict.DuelJudge;
import dev.loomgate.verdict.DuelVerdict;
import dev.loomgate.verdict.UnitTallies;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ComparisonAssertTest {
    @Test
    void namesTheRequestThatGotWorse() {
        CellComparison comparison = comparison(new DrawnMix(2000, 1).slower("order", 1.5));

        assertThatThrownBy(() -> assertThat(comparison).isNoWorse())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("REGRESSION p50 of order, virtual/shop: jdk25 is ");
    }

    @Test
    void whatIsUndecidedOfARareRequestIsNoWorseAndNotDecided() {
        CellComparison comparison = comparison(new DrawnMix(400, 1));

        assertThat(comparison).isNoWorse();
        assertThatThrownBy(() -> assertThat(comparison).isDecided())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("INCONCLUSIVE")
                .hasMessageContaining("18 answers per window and arm are too few to rule a change out");
    }

    private static CellComparison comparison(DrawnMix mix) {
        DuelPlan plan = DuelPlans.plan(List.of(mix.cell()), Map.of(Metric.P50, new Tolerance(0.01, 0.1)), 8, 0.01);
        UnitTallies tallies = new UnitTallies();
        IntStream.rangeClosed(1, 6).forEach(number -> tallies.add(mix.unit(number)));
        return new CellComparison(
                mix.cell(),
                new DuelVerdict(
                        plan,
                        DuelJudge.judge(plan, tallies.effects(), true),
                        tallies.tallies(),
                        new Fingerprint(Map.of(), List.of(), List.of()),
                        List.of(),
                        Instant.EPOCH,
                        Duration.ZERO,
                        Duration.ZERO));
    }
}
