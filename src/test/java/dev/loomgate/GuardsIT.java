package dev.loomgate;

import static dev.loomgate.GuardedRun.assertKept;
import static dev.loomgate.GuardedRun.assertNotMeasured;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * A guard that can't fire guards nothing: each is made to fire by what it is there for, in a run as a user starts it.
 * In each run the guards that are not looked at are loose, so that a busy machine does not trip them first. {@link
 * CrowdedMachineIT} has those that look at the machine.
 *
 * <p>Steal is missing: only the host of a virtual machine can take CPU time away from it. The arithmetic of that guard
 * has unit tests.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("untimed")
@Order(3)
class GuardsIT {
    @TempDir
    static Path folder;

    private KeptResults disturbed;

    /** One iteration of each cell is disturbed; what happens to it takes half of it. */
    @BeforeAll
    void disturbOneIterationOfEachCell() throws IOException, InterruptedException {
        // Each far more than a busy machine does by itself, and far less than is done to it here.
        Map<String, String> guards =
                Map.of("lateness: 10 s", "lateness: 500 ms", "sampler-gap: 1 min", "sampler-gap: 1 s");
        try (WatchedRun run = GuardedRun.start("disturbed", folder, guards, Map.of())) {
            run.awaitLine("1 of 5");
            awaitSecondIteration(run);
            Disturbance.stop(run.generator(), Duration.ofMillis(900));
            run.awaitLine("2 of 5");
            awaitSecondIteration(run);
            Disturbance.stop(run.harness(), Duration.ofMillis(1800));
            disturbed = run.end();
        }
    }

    private static void awaitSecondIteration(WatchedRun run) throws InterruptedException {
        run.awaitLine("iteration 1:");
        run.awaitLoad();
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
    void aStoppedHarnessIsBlindAndMeasuredAgain() {
        assertOneIterationWasMeasuredAgain(disturbed.cell("healthy", "harness-stopped"), "the sampler was blind for");
    }

    @Test
    void aClockThatIsSetIsNoticedAndMeasuredAgain() throws IOException, InterruptedException {
        SetClock clock = SetClock.in(folder);
        assumeThat(clock.canBeSet())
                .as("libfaketime is not installed (apt-get install faketime)")
                .isTrue();
        Map<String, String> guards = Map.of("clock: 1 min", "clock: 5 s");
        try (WatchedRun run = GuardedRun.start("clock", folder, guards, clock.environment(WatchedRun.COMMAND))) {
            awaitSecondIteration(run);
            clock.setForwardBy(Duration.ofSeconds(30));
            assertOneIterationWasMeasuredAgain(run.end().cell("healthy", "clock-set"), "the clock jumped");
        }
    }

    @Test
    void aPoolThatIsNotAsPlannedIsInvalid() {
        assertNotMeasured(disturbed.cell("wrong-pool", "undisturbed"), "request-threads is 50, planned is 100");
    }

    @Test
    void aFlagThatIsNotAsPlannedIsInvalid() {
        assertNotMeasured(disturbed.cell("wrong-flag", "undisturbed"), "gc is PS");
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
}
