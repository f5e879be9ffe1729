package dev.loomgate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.report.Browser;
import dev.loomgate.trial.CellRun;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that allocates 256 KiB per request beside what the workload needs: its recording says so, and disturbs no number that is judged. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExplanationIT {
    private static final String NAME = "wasteful.jdk25.io.100rps";

    @TempDir
    static Path output;

    private CellRun run;

    @BeforeAll
    void measureWithARecording() {
        run = Loomgate.fromSystemProperties(System.out)
                .with(Map.of(
                        "loomgate.thresholds", "src/test/resources/red/thresholds.yml",
                        "loomgate.scale", "smoke",
                        "loomgate.variants", "wasteful",
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

    /** A busy machine makes this cold server compute for so long that its few samples are refused, which is an answer, too. */
    @Test
    void tellsHowHighTheStackIsAndHowMuchOfItIsTheWorkload() {
        assertTells(Metric.STACK_HEIGHT, 5, 512);
        assertTells(Metric.KERNEL_SHARE, 0, 100);
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

    private void assertTells(Metric metric, double low, double high) {
        switch (run.trialReadings().get(metric)) {
            case Reading.Measured measured -> assertThat(measured.value()).isBetween(low, high);
            case Reading.Unavailable unavailable ->
                assertThat(unavailable.reason()).contains("samples of application threads", "not to be believed");
            case null -> fail("no %s in %s", metric, run.trialReadings());
        }
    }
}
