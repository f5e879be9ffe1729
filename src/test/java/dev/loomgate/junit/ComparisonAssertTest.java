package dev.loomgate.junit;

import static dev.loomgate.junit.LoomgateAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomgate.fingerprint.Fingerprint;
import dev.loomgate.metric.Metric;
import dev.loomgate.plan.Compared;
import dev.loomgate.plan.DuelPlan;
import dev.loomgate.plan.DuelPlans;
import dev.loomgate.plan.PairedCell;
import dev.loomgate.plan.Tolerance;
import dev.loomgate.summary.DrawnMix;
import dev.loomgate.verdict.ComparisonVerdict;
import dev.loomgate.verdict.ComparisonVerdict.Outcome;
import dev.loomgate.verdict.DuelJudge;
import dev.loomgate.verdict.DuelState;
import dev.loomgate.verdict.DuelVerdict;
import dev.loomgate.verdict.Effect;
import dev.loomgate.verdict.UnitTallies;
import dev.loomgate.verdict.UnitTally;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
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

    @Test
    void oneThatDecidedNothingIsNoPass() {
        PairedCell cell = DuelPlans.cell("virtual", "compute");
        DuelPlan plan =
                DuelPlans.plan(List.of(cell), Map.of(Metric.APPLICATION_CPU, new Tolerance(0.005, 0.03)), 8, 0.01);

        assertThatThrownBy(() -> assertThat(compared(
                                plan,
                                List.of(
                                        verdict(cell, Metric.APPLICATION_CPU, Outcome.INCONCLUSIVE),
                                        verdict(cell, Metric.ERRORS, Outcome.CLEAR))))
                        .isNoWorse())
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith("nothing was decided:")
                .hasMessageContaining("INCONCLUSIVE");
    }

    /** {@code -Dloomgate.ci} lets a metric pass that only the machine spoilt; it is not decided by that. */
    @Test
    void whatIsForgivenIsNotDecided() {
        PairedCell cell = DuelPlans.cell("virtual", "compute");
        DuelPlan plan = DuelPlans.forgiving(DuelPlans.plan(
                List.of(cell),
                Map.of(
                        Metric.APPLICATION_CPU, new Tolerance(0.005, 0.03),
                        Metric.P50, new Tolerance(0.01, 0.1)),
                8,
                0.01));
        CellComparison comparison = compared(
                plan,
                List.of(
                        verdict(cell, Metric.APPLICATION_CPU, Outcome.CLEAR),
                        verdict(cell, Metric.P50, Outcome.INVALID)));

        assertThat(comparison).isNoWorse();
        assertThatThrownBy(() -> assertThat(comparison).isDecided())
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith("INVALID ")
                .hasMessageContaining("too few units were quiet");
    }

    private static CellComparison compared(DuelPlan plan, List<ComparisonVerdict> comparisons) {
        PairedCell cell = plan.cells().getFirst();
        return new CellComparison(
                cell,
                new DuelVerdict(
                        plan,
                        new DuelState(comparisons, List.of(), Map.of(), Map.of()),
                        Map.of(cell.id(), new UnitTally(5, 0, 0, List.of(), List.of(), Map.of(), Optional.empty())),
                        new Fingerprint(Map.of(), List.of(), List.of()),
                        Instant.EPOCH,
                        Duration.ZERO,
                        Duration.ZERO));
    }

    private static ComparisonVerdict verdict(PairedCell cell, Metric metric, Outcome outcome) {
        return new ComparisonVerdict(
                cell.name(),
                Compared.of(metric),
                false,
                outcome,
                Optional.of(new Effect(2, 0.001, -0.001, 0.002, OptionalDouble.empty())),
                1,
                0.0012,
                "too few units were quiet");
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
                        tallies.byCell(),
                        new Fingerprint(Map.of(), List.of(), List.of()),
                        Instant.EPOCH,
                        Duration.ZERO,
                        Duration.ZERO));
    }
}
