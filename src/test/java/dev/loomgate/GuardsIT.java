package dev.loomgate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.loomgate.server.Placement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * A guard that can't fire guards nothing: each is made to fire by what it is there for, in a run as a user starts it.
 * In each run the guards that are not looked at are loose, so that a busy machine does not trip them first.
 *
 * <p>Steal is missing: only the host of a virtual machine can take CPU time away from it. The arithmetic of that guard
 * has unit tests.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Isolated
class GuardsIT {
    private static final Path THRESHOLDS = Path.of("src/test/resources/guards/thresholds.yml");

    @TempDir
    static Path folder;

    private KeptResults disturbed;
    private KeptResults unfit;

    /** One iteration of each cell is disturbed; what happens to it takes half of it. */
    @BeforeAll
    void disturbOneIterationOfEachCell() throws IOException, InterruptedException {
        // Each far more than a busy machine does by itself, and far less than is done to it here.
        Path thresholds = tightened(
                "disturbed", Map.of("lateness: 10 s", "lateness: 300 ms", "sampler-gap: 1 min", "sampler-gap: 1 s"));
        try (WatchedRun run = WatchedRun.start("disturbed", thresholds, folder.resolve("disturbed"), Map.of())) {
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

    /** All iterations of a cell are unfit, for three reasons. */
    @BeforeAll
    void measureAColdServerOnACrowdedMachine() throws IOException, InterruptedException {
        // 1,000 req/s cost any generator more than 1 % of its CPUs; a server that has just booted compiles all the
        // time; and
        // processes that spin on the server's CPUs, half of all, take what it leaves.
        Path thresholds = tightened(
                "unfit",
                Map.of(
                        "generator-cpu: 100 %",
                        "generator-cpu: 1 %", "jit: 100 %", "jit: 1 %", "foreign-cpu: 100 %", "foreign-cpu: 5 %"));
        Placement placement = Placement.ofMachine();
        try (WatchedRun run = WatchedRun.start("unfit", thresholds, folder.resolve("unfit"), Map.of())) {
            run.awaitLine("booting");
            try (Disturbance crowd = Disturbance.spin(placement.serverCpus(), placement.serverCpuCount())) {
                unfit = run.end();
            }
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
    void aStoppedHarnessIsBlindAndMeasuredAgain() {
        assertOneIterationWasMeasuredAgain(disturbed.cell("healthy", "harness-stopped"), "the sampler was blind for");
    }

    @Test
    void aClockThatIsSetIsNoticedAndMeasuredAgain() throws IOException, InterruptedException {
        SetClock clock = SetClock.in(folder);
        assumeThat(clock.canBeSet())
                .as("libfaketime is not installed (apt-get install faketime)")
                .isTrue();
        Path thresholds = tightened("clock", Map.of("clock: 1 min", "clock: 5 s"));
        try (WatchedRun run =
                WatchedRun.start("clock", thresholds, folder.resolve("clock"), clock.environment(WatchedRun.COMMAND))) {
            awaitSecondIteration(run);
            clock.setForwardBy(Duration.ofSeconds(30));
            assertOneIterationWasMeasuredAgain(run.end().cell("healthy", "clock-set"), "the clock jumped");
        }
    }

    @Test
    void aGeneratorBeyondItsLimitIsInvalidInEveryIteration() {
        assertEveryIterationIsInvalid("the generator used");
    }

    @Test
    void otherProcessesAreNamedAndInvalidInEveryIteration() {
        assertEveryIterationIsInvalid("other processes");
        String reasons = unfit.cell("healthy", "crowded").allReasons();
        // Three are named at most: on a machine with busier ones, the spinning shell is not among them.
        assumeThat(reasons.contains(" sh (pid ") || !reasons.matches("(?s).*other processes used([^;]*\\(pid){3}.*"))
                .as("three busier processes than the spinning one: %s", reasons)
                .isTrue();
        assertThat(reasons).contains(" sh (pid ");
    }

    @Test
    void aColdServerIsInvalid() {
        assertThat(unfit.cell("healthy", "crowded").iterations().getFirst().reasons())
                .anyMatch(reason -> reason.contains("not warm"));
    }

    @Test
    void whatStaysInvalidIsMeasuredAgainTwiceAndIsNoRegression() {
        KeptResults.Cell cell = unfit.cell("healthy", "crowded");

        assertThat(cell.iterations()).hasSize(3).allSatisfy(GuardsIT::assertKept);
        assertNotMeasured(cell, "0 of 1 iterations are valid");
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

    private void assertEveryIterationIsInvalid(String reason) {
        assertThat(unfit.cell("healthy", "crowded").iterations())
                .isNotEmpty()
                .allSatisfy(iteration -> assertThat(iteration.reasons()).anyMatch(each -> each.contains(reason)));
    }

    /** Nothing that was measured is lost because it was invalid. */
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
