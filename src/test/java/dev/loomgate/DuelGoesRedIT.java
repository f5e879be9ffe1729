package dev.loomgate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.metric.Metric;
import dev.loomgate.plan.PairedCell;
import dev.loomgate.report.Browser;
import dev.loomgate.store.StoredDuel;
import dev.loomgate.verdict.ComparisonVerdict;
import dev.loomgate.verdict.ComparisonVerdict.Outcome;
import dev.loomgate.verdict.DuelVerdict;
import dev.loomgate.verdict.Effect;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real servers, one of which is worse by a known amount: the duel says so, by how much, and blames nothing else. */
@Tag("proof")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Isolated
class DuelGoesRedIT {
    @TempDir
    static Path output;

    private DuelVerdict verdict;

    @BeforeAll
    void compareAServerWithAWorseOne() {
        verdict = Loomgate.fromSystemProperties(System.out)
                .withColdGenerator()
                .with(Map.of(
                        "loomgate.thresholds", "src/test/resources/duel/thresholds.yml",
                        "loomgate.scale", "smoke",
                        "loomgate.launcher", "process",
                        "loomgate.baseline", "steady",
                        "loomgate.candidate", "worse",
                        "loomgate.seed", "7",
                        "loomgate.output", output.toString()))
                .duel();
    }

    /**
     * CPU time may stay undecided: one unit of ten while the hypervisor takes the CPUs away makes the others look
     * uncertain, too.
     */
    @Test
    void whatWasPlantedIsRedAndNothingElse() {
        assertThat(verdict.comparisons(cell()))
                .filteredOn(comparison -> comparison.outcome() == Outcome.REGRESSION)
                .extracting(comparison -> comparison.compared().metric())
                .contains(Metric.ALLOCATED)
                .isSubsetOf(Metric.ALLOCATED, Metric.APPLICATION_CPU, Metric.CEILING);
        assertThat(verdict.comparisons(cell()))
                .filteredOn(comparison -> comparison.outcome() == Outcome.CLEAR)
                .extracting(comparison -> comparison.compared().metric())
                .doesNotContain(Metric.ALLOCATED, Metric.APPLICATION_CPU, Metric.CEILING);
    }

    /** 16 KiB more than 64 KiB and what a request needs by itself, which is less than 16 KiB. */
    @Test
    void theChangeIsTheOneThatWasPlanted() {
        assertThat(effect(Metric.ALLOCATED).change()).isBetween(0.19, 0.26);
        assertThat(effect(Metric.APPLICATION_CPU).change()).isBetween(0.05, 0.30);
        // One CPU that has a fifth more to do for each request answers at most a sixth less.
        assertThat(effect(Metric.CEILING).change()).isBetween(0.04, 0.20);
    }

    @Test
    void aRegressionNeedsUnitsThatNobodyHadSeen() {
        assertThat(effect(Metric.ALLOCATED).units()).isGreaterThanOrEqualTo(5);
    }

    @Test
    void theMessageSaysItInWords() {
        assertThat(verdict.failures(cell()))
                .anySatisfy(message -> assertThat(message)
                        .startsWith("REGRESSION allocated, steady vs worse/scripted: worse allocates ")
                        .contains("more per request than steady", "confirmed on "));
    }

    @Test
    void theUnitsAreKeptAndGiveTheSameVerdictsAgain() {
        assertThat(Rejudge.verdict(StoredDuel.read(output, "")).state().comparisons())
                .isEqualTo(verdict.state().comparisons());
    }

    @ParameterizedTest(name = "{0} pixels wide")
    @ValueSource(ints = {1280, 390})
    void theReportReadsOnEveryScreen(int width) {
        try (Browser browser = Browser.open(output.resolve("index.html"), width)) {
            browser.unfoldAll();
            assertThat(browser.beyondTheScreen()).as("beyond the screen").isEmpty();
            assertThat(browser.brokenAnchors()).as("links within the page").isEmpty();
            assertThat(browser.errors()).as("errors in the console").isEmpty();
        }
    }

    @Test
    void theRunLeavesItsReport() {
        assertThat(output.resolve("index.html")).content().contains("<title>✗ Loomgate: worse against steady");
        assertThat(output.resolve("summary.md")).content().contains("REGRESSION");
        assertThat(output.resolve("units.jsonl")).isNotEmptyFile();
    }

    private PairedCell cell() {
        List<PairedCell> cells = verdict.plan().cells();
        assertThat(cells).hasSize(1);
        return cells.getFirst();
    }

    private Effect effect(Metric metric) {
        return verdict.comparisons(cell()).stream()
                .filter(comparison -> comparison.compared().metric() == metric)
                .findFirst()
                .flatMap(ComparisonVerdict::effect)
                .orElseThrow();
    }
}
