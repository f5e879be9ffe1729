package dev.loomgate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.verdict.GateRules;
import dev.loomgate.verdict.SuiteVerdict;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The gate: one invocation per cell of any kind of load, one message per broken limit. Everything is measured first, because limits
 * compare variants with each other; the report is complete before the first assertion. One class asserts whatever it measures: a cell
 * that another class asserts would go unasserted when this one runs alone.
 */
@Tag("performance")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GatePerfIT {
    private SuiteVerdict verdict;

    @BeforeAll
    void measure() {
        verdict = Loomgate.fromSystemProperties(System.out).run();
    }

    @Test
    void everyPlannedCellHasAVerdict() {
        assertThat(verdict.cells()).hasSize(verdict.planned());
    }

    @Test
    void somethingWasJudged() {
        hold(GateRules.of(verdict));
    }

    @DisplayName("holds its limits:")
    @ParameterizedTest(name = "{0}", allowZeroInvocations = true)
    @MethodSource("cells")
    void holdsItsLimits(GateRules cell) {
        hold(cell);
    }

    private static void hold(GateRules rules) {
        rules.warnings().forEach(warning -> System.out.println("[loomgate] WARNING " + warning));
        SoftAssertions softly = new SoftAssertions();
        rules.failures().forEach(softly::fail);
        softly.assertAll();
    }

    Stream<Named<GateRules>> cells() {
        return rules(verdict).stream();
    }

    /** Of all cells, by name. */
    static List<Named<GateRules>> rules(SuiteVerdict suite) {
        return suite.cells().stream()
                .map(cell -> Named.of(cell.summary().run().cell().displayName(), GateRules.of(suite.plan(), cell)))
                .toList();
    }
}
