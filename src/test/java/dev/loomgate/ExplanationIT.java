package dev.loomgate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.experiment.CellRun;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.report.Browser;
import dev.loomgate.sampling.Flight;
import dev.loomgate.sampling.FlightFacts;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A server that allocates 256 KiB per request beside what the workload needs: its recording says so, and disturbs no
 * number that is judged.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("untimed")
class ExplanationIT {
    private static final String NAME = "wasteful.jdk25.compute.100rps";

    @TempDir
    static Path output;

    private CellRun run;

    @BeforeAll
    void measureWithARecording() {
        run = Loomgate.fromSystemProperties(System.out)
                .withColdGenerator()
                .withLockIn(output)
                .with(Map.of(
                        "loomgate.thresholds", "src/test/resources/red/thresholds.yml",
                        "loomgate.scale", "explained",
                        "loomgate.runtimes", "jdk25",
                        "loomgate.explain", "true",
                        "loomgate.output", output.toString()))
                .run()
                .cells()
                .getFirst()
                .summary()
                .run();
    }

    @Test
    void theRecordedPhaseIsNoIteration() {
        assertThat(run.cell().id()).isEqualTo(NAME);
        assertThat(run.iterations()).hasSize(2);
    }

    /** The loop of the workload, beside a server that is still cold and writes 256 KiB for each request. */
    @Test
    void theRecordingShowsHowHighTheStackIsAndHowMuchOfItIsTheWorkload() {
        assertThat(facts().samples()).isGreaterThan(30);
        assertThat(facts().stackHeight()).isBetween(5.0, 512.0);
        assertThat(facts().kernelShare()).isBetween(0.25, 1.0);
        assertThat(facts().userShare())
                .as("1 would mean that nothing was read")
                .isGreaterThan(0.5)
                .isLessThan(1);
    }

    /** Of samples of CPU time hardly one is lost, so they are told. */
    @Test
    void isTold() {
        assertThat(facts().ofCpuTime()).isTrue();
        assertThat(run.trialReadings().get(Metric.STACK_HEIGHT))
                .isEqualTo(new Reading.Measured(Metric.STACK_HEIGHT, facts().stackHeight()));
        assertThat(run.trialReadings().get(Metric.KERNEL_SHARE))
                .isEqualTo(new Reading.Measured(Metric.KERNEL_SHARE, 100 * facts().kernelShare()));
        assertThat(run.notes()).noneMatch(note -> note.contains("samples of application threads"));
    }

    @Test
    void theReportNamesWhatIsAllocated() {
        try (Browser browser = Browser.open(output.resolve("index.html"), 1280)) {
            assertThat(browser.rowsOf("What is allocated")).first().asString().startsWith("[B ");
        }
    }

    @ParameterizedTest(name = "{0} pixels wide")
    @ValueSource(ints = {1280, 390})
    void theTablesCanBeRead(int width) {
        try (Browser browser = Browser.open(output.resolve("index.html"), width)) {
            assertThat(browser.unfoldAll()).isPositive();
            assertThat(browser.filesBeside()).contains("jfr/" + NAME + ".jfr", "jfr/" + NAME + ".flame.html");
            assertThat(browser.beyondTheScreen()).isEmpty();
            assertThat(browser.errors()).isEmpty();
        }
    }

    @Test
    void theFlameGraphIsDrawn() {
        try (Browser browser = Browser.open(output.resolve("jfr").resolve(NAME + ".flame.html"), 1280)) {
            assertThat(browser.charts()).isPositive();
            assertThat(browser.emptyCharts()).isEmpty();
            assertThat(browser.errors()).isEmpty();
        }
    }

    private FlightFacts facts() {
        return ((Flight.Recorded) run.explanation().orElseThrow().flight()).facts();
    }
}
