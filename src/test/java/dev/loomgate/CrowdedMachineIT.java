package dev.loomgate;

import static dev.loomgate.GuardedRun.assertNotMeasured;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.loomgate.server.Placement;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Guards that look at the machine and at all that runs on it; {@link GuardsIT} has the others. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Isolated
class CrowdedMachineIT {
    @TempDir
    static Path folder;

    private KeptResults unfit;

    /** All iterations of a cell are unfit, for three reasons. */
    @BeforeAll
    void measureAColdServerOnACrowdedMachine() throws IOException, InterruptedException {
        // 1,000 req/s cost any generator more than 1 % of its CPUs; a server that has just booted compiles all the
        // time; and processes that spin on the server's CPUs, half of all, take what it leaves.
        Map<String, String> guards = Map.of(
                "generator-cpu: 100 %", "generator-cpu: 1 %",
                "jit: 100 %", "jit: 1 %",
                "foreign-cpu: 100 %", "foreign-cpu: 5 %");
        Placement placement = Placement.ofMachine();
        try (WatchedRun run = GuardedRun.start("unfit", folder, guards, Map.of())) {
            run.awaitLine("booting");
            try (Disturbance crowd = Disturbance.spin(placement.serverCpus(), placement.serverCpuCount())) {
                unfit = run.end();
            }
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

        assertThat(cell.iterations()).hasSize(3).allSatisfy(GuardedRun::assertKept);
        assertNotMeasured(cell, "0 of 1 iterations are valid");
    }

    private void assertEveryIterationIsInvalid(String reason) {
        assertThat(unfit.cell("healthy", "crowded").iterations())
                .isNotEmpty()
                .allSatisfy(iteration -> assertThat(iteration.reasons()).anyMatch(each -> each.contains(reason)));
    }
}
