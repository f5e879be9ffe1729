package dev.loomgate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.experiment.CapacityResult;
import dev.loomgate.experiment.CellRun;
import dev.loomgate.experiment.Step;
import dev.loomgate.verdict.SuiteVerdict;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * One ramp and one search on a real server that serves 20 threads / 0.1 s = 200 req/s on any machine, as short as they
 * can be. {@link RampFindsTheEndIT} looks closer.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("untimed")
class SteppedCellsIT {
    @TempDir
    static Path output;

    private SuiteVerdict verdict;

    @BeforeAll
    void measure() {
        verdict = Loomgate.fromSystemProperties(System.out)
                .withColdGenerator()
                .withLockIn(output)
                .with(Map.of(
                        "loomgate.thresholds", "src/test/resources/ramp/thresholds.yml",
                        "loomgate.scale", "brief",
                        "loomgate.output", output.toString()))
                .run();
    }

    @Test
    void aSearchEndsAroundWhatThePoolCanServe() {
        CellRun run = cell("search-brief");

        assertThat(run.sustained()).singleElement().satisfies(end -> {
            assertThat(end.held()).as("%s", end).isBetween(100, 260);
            assertThat(end.end()).isEqualTo(CapacityResult.End.SERVER);
        });
    }

    @Test
    void aRampGoesUpAndEndsBeyondThePool() {
        CellRun run = cell("ramp-brief");
        List<Integer> rates = run.iterations().stream()
                .flatMap(iteration -> iteration.step().stream())
                .map(Step::requestsPerSecond)
                .distinct()
                .toList();

        assertThat(rates).startsWith(100, 250).isSorted();
        assertThat(rates.getLast()).as("not up to its ceiling").isLessThan(700);
        assertThat(run.sustained()).singleElement().satisfies(end -> {
            assertThat(end.held()).as("%s", end).isBetween(100, 400);
            assertThat(end.end()).isEqualTo(CapacityResult.End.SERVER);
        });
    }

    @Test
    void theReportShowsTheCurve() {
        assertThat(output.resolve("index.html")).content().contains("Rate curves: io, ramp brief");
    }

    private CellRun cell(String load) {
        return verdict.cells().stream()
                .map(cell -> cell.summary().run())
                .filter(run -> run.cell().id().endsWith("." + load))
                .findFirst()
                .orElseThrow();
    }
}
