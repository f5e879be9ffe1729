package dev.loomgate.verdict;

import static dev.loomgate.verdict.Judged.atMost;
import static dev.loomgate.verdict.Judged.judge;
import static dev.loomgate.verdict.Judged.plan;
import static dev.loomgate.verdict.Judged.summary;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.metric.Invalidity;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Unit;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.Limit;
import dev.loomgate.summary.CellSummary;
import dev.loomgate.summary.Cells;
import dev.loomgate.trial.Iteration;
import dev.loomgate.trial.Phases;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a verdict means for the build. */
class GateRulesTest {
    private static final Cell VIRTUAL = Cells.cell("virtual");
    private static final Limit P50 = atMost(115, Unit.MILLISECONDS, Metric.P50);

    @Test
    void aDisturbedCellFailsTheBuild() {
        assertThat(rules(false, iteration(Invalidity.machine("12 % stolen"))).failures())
                .isNotEmpty();
    }

    @Test
    void ciForgivesACellThatTheMachineDisturbed() {
        GateRules rules = rules(true, iteration(Invalidity.machine("12 % stolen")));

        assertThat(rules.failures()).isEmpty();
        assertThat(rules.warnings()).singleElement().asString().contains("12 % stolen");
    }

    @ParameterizedTest
    @EnumSource(value = Invalidity.Kind.class, names = "MACHINE", mode = EnumSource.Mode.EXCLUDE)
    void ciForgivesNothingElse(Invalidity.Kind kind) {
        Invalidity stolen = Invalidity.machine("12 % stolen");

        assertThat(rules(true, iteration(new Invalidity(kind, "not the machine")))
                        .failures())
                .isNotEmpty();
        assertThat(rules(true, iteration(stolen, new Invalidity(kind, "not the machine")))
                        .failures())
                .as("together with a disturbance")
                .isNotEmpty();
    }

    @Test
    void ciForgivesNoCellThatIsInvalidAsAWhole() {
        CellSummary broken = summary(
                Cells.run(VIRTUAL, List.of(), Map.of(), Optional.empty(), List.of("effective configuration differs")));

        assertThat(GateRules.of(plan(true), judge(plan(P50), broken)).failures())
                .singleElement()
                .asString()
                .contains("effective configuration differs");
    }

    private static GateRules rules(boolean ci, Iteration... iterations) {
        return GateRules.of(plan(ci), judge(plan(P50), summary(Cells.run(VIRTUAL, List.of(iterations)))));
    }

    private static Iteration iteration(Invalidity... invalid) {
        return new Iteration(1, Phases.steady(10, 1, 10).load(), Map.of(), List.of(invalid), List.of());
    }
}
