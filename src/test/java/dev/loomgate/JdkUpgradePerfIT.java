package dev.loomgate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.plan.DuelCell;
import dev.loomgate.study.Calibrate;
import dev.loomgate.verdict.DuelVerdict;
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

/** The gate for a change: two arms, one invocation per cell, one message per regression. Everything is measured first, because all of it shares one allowed error. */
@Tag("performance")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JdkUpgradePerfIT {
    private DuelVerdict verdict;

    @BeforeAll
    void measure() {
        verdict = Loomgate.fromSystemProperties(System.out).duel();
        if (verdict.plan().calibration().isPresent()) {
            Calibrate.again(verdict.plan().plan().output(), "").forEach(System.out::println);
        }
        verdict.warnings().forEach(warning -> System.out.println("[loomgate] WARNING " + warning));
    }

    @Test
    void everyComparisonHasAVerdict() {
        assertThat(verdict.plan().cells())
                .allSatisfy(cell -> assertThat(verdict.comparisons(cell))
                        .hasSizeGreaterThanOrEqualTo(verdict.plan().tolerances().size()));
    }

    @DisplayName("is no worse:")
    @ParameterizedTest(name = "{0}")
    @MethodSource("cells")
    void isNoWorse(DuelCell cell) {
        SoftAssertions softly = new SoftAssertions();
        verdict.failures(cell).forEach(softly::fail);
        softly.assertAll();
    }

    @Test
    void allCellsTogetherAreNoWorse() {
        SoftAssertions softly = new SoftAssertions();
        verdict.pooledFailures().forEach(softly::fail);
        softly.assertAll();
    }

    Stream<Named<DuelCell>> cells() {
        return verdict.plan().cells().stream().map(cell -> Named.of(cell.displayName(), cell));
    }
}
