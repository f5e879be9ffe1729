package dev.loomgate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.experiment.CellRuns;
import dev.loomgate.fingerprint.Fingerprint;
import dev.loomgate.junit.GatedRun;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.Plan;
import dev.loomgate.plan.PlanReader;
import dev.loomgate.summary.CellSummary;
import dev.loomgate.summary.Summaries;
import dev.loomgate.verdict.GateRules;
import dev.loomgate.verdict.Judge;
import dev.loomgate.verdict.SuiteVerdict;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The class that measures a plan asserts every cell of it, whatever its kind of load. */
class GateCoversAllCellsTest {
    /** Constant load; users; ramps, searches and shares of what they find. */
    @ParameterizedTest
    @ValueSource(strings = {"smoke", "ceiling", "ramp", "thesis"})
    void everyCellIsAsserted(String scale) {
        Plan plan = PlanReader.read(Map.of("loomgate.scale", scale), Set.of(25));

        List<GatedRun.Part> parts = new GatedRun.Cells(unmeasured(plan)).parts();

        assertThat(parts)
                .extracting(GatedRun.Part::name)
                .containsExactlyElementsOf(
                        plan.cells().stream().map(Cell::displayName).toList());
        assertThat(parts)
                .as("what was not measured is red")
                .allSatisfy(cell -> assertThat(cell.failures()).isNotEmpty());
    }

    @Test
    void aRunThatMeasuredNothingIsRedAsAWholeToo() {
        Plan plan = PlanReader.read(Map.of("loomgate.scale", "smoke", "loomgate.ci", "true"), Set.of(25));

        assertThat(GateRules.of(unmeasured(plan)).failures())
                .singleElement()
                .asString()
                .startsWith("nothing was judged: 6 of 6 cells are INVALID");
    }

    private static SuiteVerdict unmeasured(Plan plan) {
        List<CellSummary> summaries = plan.cells().stream()
                .map(cell -> CellRuns.without(cell, Optional.empty(), List.of("the generator broke"), List.of()))
                .map(Summaries::of)
                .toList();
        Fingerprint here = new Fingerprint(Map.of("machine", "this one"), List.of("machine"), List.of());
        return new SuiteVerdict(
                plan,
                Judge.judge(plan, here.id(), summaries),
                here,
                List.of(),
                Instant.EPOCH,
                Duration.ZERO,
                Duration.ZERO,
                summaries.size());
    }
}
