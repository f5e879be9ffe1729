package dev.loomgate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loomgate.experiment.CapacityResult;
import dev.loomgate.experiment.CellRun;
import dev.loomgate.experiment.Step;
import dev.loomgate.metric.Metric;
import dev.loomgate.report.Browser;
import dev.loomgate.summary.Estimate;
import dev.loomgate.verdict.CellVerdict;
import dev.loomgate.verdict.SuiteVerdict;
import java.nio.charset.StandardCharsets;
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

/** Ramps and searches on real servers, one of which must end at 20 threads / 0.1 s = 200 req/s on any machine. */
@Tag("proof")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Isolated
class RampFindsTheEndIT {
    @TempDir
    static Path output;

    private SuiteVerdict verdict;

    @BeforeAll
    void measure() {
        verdict = Loomgate.fromSystemProperties(System.out)
                .withColdGenerator()
                .with(Map.of(
                        "loomgate.thresholds", "src/test/resources/ramp/thresholds.yml",
                        "loomgate.scale", "smoke",
                        "loomgate.output", output.toString()))
                .run();
    }

    @Test
    void aSearchEndsAroundWhatThePoolCanServe() {
        CellVerdict cell = cell("narrow", "search-short");

        assertThat(cell.outcome()).as("%s", cell.reasons()).isEqualTo(CellVerdict.Outcome.PASSED);
        assertThat(cell.summary().estimate(Metric.CAPACITY))
                .isInstanceOfSatisfying(Estimate.Estimated.class, capacity -> {
                    assertThat(capacity.low()).isBetween(100.0, 230.0);
                    assertThat(capacity.high()).isBetween(capacity.low(), 260.0);
                });
    }

    @Test
    void aRampGoesUpStepByStepAndEndsBeyondThePool() {
        CellRun run = cell("narrow", "ramp-short").summary().run();
        List<Integer> rates =
                steps(run).stream().map(Step::requestsPerSecond).distinct().toList();

        assertThat(rates).startsWith(50, 150).isSorted();
        assertThat(run.sustained()).singleElement().satisfies(way -> {
            assertThat(way.held()).isBetween(50, 250);
            assertThat(way.end()).isEqualTo(CapacityResult.End.SERVER);
        });
        assertThat(rates.getLast()).as("not up to its ceiling").isLessThan(650);
    }

    @Test
    void aRampThatNeverFailsStopsAtItsCeilingAndSaysSo() {
        CellRun run = cell("narrow", "ramp-low").summary().run();

        assertThat(steps(run)).extracting(Step::requestsPerSecond).contains(20, 40, 60);
        assertThat(run.sustained()).singleElement().satisfies(way -> {
            assertThat(way.held()).isEqualTo(60);
            assertThat(way.failed()).isEmpty();
            assertThat(way.ending()).contains("ceiling of 60 req/s");
        });
    }

    @Test
    void halfOfWhatWasFoundIsHeld() {
        CellVerdict cell = cell("narrow", "50pct-of-search-short");
        int found = cell("narrow", "search-short")
                .summary()
                .run()
                .sustained()
                .getFirst()
                .held();

        assertThat(cell.outcome()).as("%s", cell.reasons()).isEqualTo(CellVerdict.Outcome.PASSED);
        assertThat(cell.summary().run().iterations())
                .isNotEmpty()
                .allSatisfy(iteration -> assertThat(iteration.load().offered()).isCloseTo(found / 2.0, within(1.0)));
        assertThat(cell.summary().run().notes())
                .anyMatch(note -> note.contains("50 % of the " + found + " req/s that search short has found"));
    }

    /**
     * It dies of its 3,000th request, wherever the search is then: fresh ones take over, until it is clear that they
     * all break.
     */
    @Test
    void aServerThatDiesIsReplacedByAFreshOne() {
        CellRun run = cell("brittle", "search-short").summary().run();

        assertThat(steps(run)).anySatisfy(step -> assertThat(step.why()).contains("the server died: exit code"));
        assertThat(run.notes())
                .filteredOn(note -> note.contains("loomgate.fault.die-after"))
                .as("told once, however many die")
                .hasSize(1);
        assertThat(run.notes()).anyMatch(note -> note.endsWith("of its servers died"));
        assertThat(verdict.cells()).hasSize(verdict.planned());
    }

    @Test
    void theReportShowsTheCurves() {
        assertThat(output.resolve("index.html")).content().contains("Rate curves: io, ramp short", "chart-numbers");
        assertThat(output.resolve("results.json")).content().contains("\"sustained\"", "\"requestsPerSecond\"");
    }

    @ParameterizedTest(name = "{0} pixels wide")
    @ValueSource(ints = {1280, 390})
    void aReaderCanClickThroughTheReport(int width) {
        try (Browser browser = Browser.open(output.resolve("index.html"), width)) {
            assertThat(browser.unfoldAll()).as("folded parts").isGreaterThan(3);
            assertThat(browser.charts()).as("charts").isGreaterThan(3);
            assertThat(browser.emptyCharts()).as("charts without a line").isEmpty();
            assertThat(browser.brokenAnchors()).as("links within the page").isEmpty();
            assertThat(browser.filesBeside())
                    .isNotEmpty()
                    .allSatisfy(link -> assertThat(output.resolve(link.replaceFirst("[?#].*", "")))
                            .exists());
            assertThat(browser.beyondTheScreen()).as("beyond the screen").isEmpty();
            assertThat(new String(browser.printed(), StandardCharsets.ISO_8859_1))
                    .startsWith("%PDF");
            assertThat(browser.errors()).as("errors in the console").isEmpty();
        }
    }

    private static List<Step> steps(CellRun run) {
        return run.iterations().stream()
                .flatMap(iteration -> iteration.step().stream())
                .toList();
    }

    private CellVerdict cell(String variant, String load) {
        return verdict.cells().stream()
                .filter(cell -> cell.summary().run().cell().id().startsWith(variant + ".")
                        && cell.summary().run().cell().id().endsWith("." + load))
                .findFirst()
                .orElseThrow();
    }
}
