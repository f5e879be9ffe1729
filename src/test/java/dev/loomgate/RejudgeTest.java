package dev.loomgate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomgate.experiment.UnitRun;
import dev.loomgate.fingerprint.Fingerprint;
import dev.loomgate.metric.Metric;
import dev.loomgate.plan.DuelCell;
import dev.loomgate.plan.DuelPlan;
import dev.loomgate.plan.PlanReader;
import dev.loomgate.store.RunRecord;
import dev.loomgate.store.StoredDuel;
import dev.loomgate.store.UnitsFile;
import dev.loomgate.summary.UnitRuns;
import dev.loomgate.verdict.ComparisonVerdict;
import dev.loomgate.verdict.DuelVerdict;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Units of the shipped duels, never measured: the candidate needs a tenth more of everything that slices show. */
class RejudgeTest {
    private static final Path SHIPPED = Path.of("thresholds.yml");

    @TempDir
    Path folder;

    @Test
    void judgesStoredUnitsByWhatWasInForce() {
        store();

        DuelVerdict verdict = Rejudge.again(folder, "");

        assertThat(verdict.state().comparisons())
                .filteredOn(each -> each.metric() == Metric.APPLICATION_CPU && !each.pooled())
                .singleElement()
                .satisfies(each -> {
                    assertThat(each.outcome()).isEqualTo(ComparisonVerdict.Outcome.REGRESSION);
                    assertThat(each.effect().orElseThrow().change()).isBetween(0.09, 0.11);
                });
        assertThat(verdict.failures(verdict.plan().cells().getFirst()))
                .anySatisfy(message -> assertThat(message)
                        .startsWith("REGRESSION cpu, virtual/json: jdk25 needs 10.")
                        .contains("more CPU per request than jdk21 on virtual/json", "10 units"));
    }

    @Test
    void endsLikeAGateAndSaysWhy() {
        store();
        ByteArrayOutputStream console = new ByteArrayOutputStream();

        assertThat(Rejudge.judge(folder, "", new PrintStream(console, true, StandardCharsets.UTF_8)))
                .isEqualTo(1);
        assertThat(console.toString(StandardCharsets.UTF_8)).contains("The gate is red:", "  REGRESSION cpu");
    }

    @Test
    void saysWhatWasMeasured() throws IOException {
        store();
        Files.writeString(folder.resolve("units.jsonl"), "{\"unit\":11,\"no", StandardOpenOption.APPEND);

        assertThat(StoredDuel.read(folder, "").about())
                .containsExactly(
                        "Measured:",
                        "  server spring-mvc: sha256 12ab",
                        folder.resolve("units.jsonl") + ":11 was cut off by the end of a run; that unit is left out");
        assertThat(Rejudge.again(folder, "").fingerprint().facts()).containsEntry("kernel", "6.1");
    }

    @Test
    void aFolderWithoutADuelIsNamed() {
        assertThatThrownBy(() -> Rejudge.again(folder, "")).hasMessageContaining("there is no duel in " + folder);
    }

    private void store() {
        Map<String, String> asked =
                Map.of("loomgate.baseline", "jdk21", "loomgate.candidate", "jdk25", "loomgate.scale", "smoke");
        Fingerprint measured = new Fingerprint(
                Map.of("kernel", "6.1", "server spring-mvc", "sha256 12ab"),
                List.of("kernel"),
                List.of("server spring-mvc"));
        RunRecord.ofDuel(asked, 5, measured).write(folder, SHIPPED);
        DuelPlan duel = PlanReader.readDuel(asked, Set.of(21, 25), 5);
        DuelCell cell = duel.cells().getFirst();
        UnitsFile file = new UnitsFile(folder);
        for (int unit = 1; unit <= 10; unit++) {
            // A little noise: no two runs of anything are the same.
            UnitRun run = UnitRuns.steady(200, 220 + unit % 3 * 0.2).run(unit);
            file.add(new UnitRun(
                    cell,
                    run.number(),
                    run.interleaved(),
                    run.slices(),
                    run.arms(),
                    run.failed(),
                    run.invalid(),
                    run.notes(),
                    run.gatlingReport(),
                    run.wallTime(),
                    run.loadTime()));
        }
    }
}
