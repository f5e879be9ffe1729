package dev.loomgate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.verdict.CellVerdict;
import dev.loomgate.verdict.GateRules;
import dev.loomgate.verdict.SuiteVerdict;
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
 * The gate at constant load: one invocation per cell, one message per broken limit. Everything is measured first, because limits compare variants with each
 * other; the report is complete before the first assertion.
 */
@Tag("performance")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConstantLoadPerfIT {
    private SuiteVerdict verdict;

    @BeforeAll
    void measure() {
        verdict = Loomgate.fromSystemProperties(System.out).run();
    }

    @Test
    void everyPlannedCellHasAVerdict() {
        assertThat(verdict.cells()).hasSize(verdict.planned());
    }

    @DisplayName("holds its limits:")
    @ParameterizedTest(name = "{0}")
    @MethodSource("cells")
    void holdsItsLimits(CellVerdict cell) {
        GateRules rules = GateRules.of(verdict.plan(), cell);
        rules.warnings().forEach(warning -> System.out.println("[loomgate] WARNING " + warning));
        SoftAssertions softly = new SoftAssertions();
        rules.failures().forEach(softly::fail);
        softly.assertAll();
    }

    Stream<Named<CellVerdict>> cells() {
        return verdict.cells().stream()
                .map(cell -> Named.of(cell.summary().run().cell().displayName(), cell));
    }
}
