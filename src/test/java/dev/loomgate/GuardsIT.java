package dev.loomgate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * A guard that can't fire guards nothing: each is made to fire by what it is there for, in a run as a user starts it. In each run the
 * guards that are not looked at are loose, so that a busy machine does not trip them first.
 *
 * <p>Steal is missing: only the host of a virtual machine can take CPU time away from it. The arithmetic of that guard has unit tests.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GuardsIT {
    private static final Path THRESHOLDS = Path.of("src/test/resources/guards/thresholds.yml");

    @TempDir
    static Path folder;

    private KeptResults disturbed;

    @BeforeAll
    void disturbOneIterationOfEachCell() throws IOException, InterruptedException {
        // Far more than a busy machine makes a generator late, far less than it is stopped.
        Path thresholds = tightened("disturbed", Map.of("lateness: 5 s", "lateness: 300 ms"));
        try (WatchedRun run = WatchedRun.start("disturbed", thresholds, folder.resolve("disturbed"), Map.of())) {
            run.awaitLine("1 of 6");
            run.awaitLine("iteration 1:");
            run.awaitLoad();
            Disturbance.stop(run.generator(), Duration.ofMillis(900));
            run.awaitLine("2 of 6");
            disturbed = run.end();
        }
    }

    @Test
    void aHealthyServerPasses() {
        KeptResults.Cell cell = disturbed.cell("healthy", "undisturbed");

        assumeThat(cell.outcome()).as("too busy: %s", cell.allReasons()).isNotEqualTo("INVALID");
        assertThat(cell.outcome()).isEqualTo("PASSED");
        assertThat(cell.red()).isEmpty();
    }

    @Test
    void aStoppedGeneratorIsLateAndMeasuredAgain() {
        assertOneIterationWasMeasuredAgain(
                disturbed.cell("healthy", "generator-stopped"), "the generator sent late by");
    }

    @Test
    void aPoolThatIsNotAsPlannedIsInvalid() {
        assertNotMeasured(disturbed.cell("wrong-pool", "undisturbed"), "request-threads is 50, planned is 100");
    }

    @Test
    void aFlagThatIsNotAsPlannedIsInvalid() {
        assertNotMeasured(disturbed.cell("wrong-flag", "undisturbed"), "gc is PS");
    }

    @Test
    void wrongBodiesAreInvalid() {
        assertNotMeasured(disturbed.cell("wrong-body", "undisturbed"), "wrong");
    }

    private static void assertOneIterationWasMeasuredAgain(KeptResults.Cell cell, String reason) {
        assertThat(cell.invalid()).anySatisfy(iteration -> {
            assertThat(iteration.reasons()).anyMatch(each -> each.contains(reason));
            assertKept(iteration);
        });
        assumeThat(cell.outcome()).as("too busy: %s", cell.allReasons()).isNotEqualTo("INVALID");
        assertThat(cell.outcome()).isEqualTo("PASSED");
        assertThat(cell.iterations()).hasSize(2 + cell.invalid().size());
        assertThat(cell.red()).isEmpty();
    }

    private static void assertKept(KeptResults.Iteration iteration) {
        assertThat(iteration.started()).isPositive();
        assertThat(iteration.readings().path("p50").path("value").asDouble()).isPositive();
        assertThat(iteration.hlog()).isNotEmpty();
    }

    private static void assertNotMeasured(KeptResults.Cell cell, String reason) {
        assertThat(cell.outcome()).isEqualTo("INVALID");
        assertThat(String.join("\n", cell.reasons())).contains(reason);
        assertThat(cell.red()).isNotEmpty().allMatch(message -> message.contains("not a regression"));
    }

    /** The thresholds with other guards; each must be in the file. */
    private static Path tightened(String name, Map<String, String> guards) throws IOException {
        String text = Files.readString(THRESHOLDS);
        for (Map.Entry<String, String> guard : guards.entrySet()) {
            assertThat(text).contains(guard.getKey());
            text = text.replace("  " + guard.getKey() + "\n", "  " + guard.getValue() + "\n");
        }
        return Files.writeString(folder.resolve(name + ".yml"), text);
    }
}
