package dev.loomgate;

import static dev.loomgate.experiment.ScriptedPlans.cell;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loomgate.experiment.CellRun;
import dev.loomgate.experiment.ScriptedPlans;
import dev.loomgate.experiment.ScriptedWorld;
import dev.loomgate.fingerprint.Fingerprint;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.LoadProfile;
import dev.loomgate.plan.Plan;
import dev.loomgate.plan.Ramp;
import dev.loomgate.report.Progress;
import dev.loomgate.store.KeptCells;
import dev.loomgate.store.RunFolder;
import dev.loomgate.verdict.CellVerdict.Outcome;
import dev.loomgate.verdict.SuiteVerdict;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A whole run of cells without a JVM: what is kept when it is killed anywhere, and what is measured a second time. */
@Timeout(120)
class CellsRunTest {
    private static final Fingerprint MACHINE = new Fingerprint(Map.of("kernel", "6.1"), List.of("kernel"), List.of());
    private static final List<Cell> CELLS =
            List.of(cell("one", 100), cell("two", 50), cell("three", new LoadProfile.Closed(3)));
    private static final Ramp RAMPS = new Ramp(
            "r",
            100,
            100,
            200,
            Duration.ofSeconds(2),
            Duration.ZERO,
            Duration.ZERO,
            1,
            0.2,
            3,
            Ramp.Aggregate.MEAN,
            new Ramp.Conditions(0.95, 0.8, 0.5, 0.5));

    @TempDir
    private Path folder;

    private Path thresholds;

    @BeforeEach
    void writeThresholds() throws IOException {
        thresholds = Files.writeString(folder.resolve("thresholds.yml"), "nothing: here\n");
    }

    @Test
    void measuresEveryCellAndReportsIt() {
        ScriptedWorld world = new ScriptedWorld();

        SuiteVerdict verdict = run(world, plan("output", 0), false);

        assertThat(verdict.cells()).hasSize(3);
        assertThat(folder.resolve("output/results.json")).isNotEmptyFile();
        assertThat(folder.resolve("output/index.html")).isNotEmptyFile();
    }

    /** Wherever it is cut, the run that goes on ends with all cells, and none that had ended is measured again. */
    @Test
    void goesOnAfterACutAnywhere() {
        int events = eventsOfAWholeRun();
        for (int cut = 1; cut <= events; cut++) {
            Plan plan = plan("cut-at-" + cut, 0);
            ScriptedWorld killed = new ScriptedWorld();
            killed.killedAt(cut);
            assertThatExceptionOfType(ScriptedWorld.Killed.class).isThrownBy(() -> run(killed, plan, false));
            List<String> finished = kept(plan);
            ScriptedWorld next = new ScriptedWorld();

            SuiteVerdict verdict = run(next, plan, true);

            assertThat(verdict.cells())
                    .as("cut at event %d of %d", cut, events)
                    .extracting(each -> each.summary().run().cell())
                    .containsExactlyInAnyOrderElementsOf(CELLS);
            assertThat(Collections.frequency(next.events, "check a"))
                    .as("cells measured after a cut at event %d, when %s had ended", cut, finished)
                    .isEqualTo(CELLS.size() - finished.size());
        }
    }

    /** Wherever it is cut, a ramp that had ended is not climbed again: there are three, of two steps each. */
    @Test
    void ofARampThatIsRepeatedTheRestIsMeasured() {
        List<Cell> repeated = List.of(cell("io", RAMPS));
        ScriptedWorld uncut = new ScriptedWorld();
        run(uncut, plan("uncut", repeated, 0), false);
        for (int cut = 1; cut <= uncut.events.size(); cut++) {
            Plan plan = plan("ramps-cut-at-" + cut, repeated, 0);
            ScriptedWorld killed = new ScriptedWorld();
            killed.killedAt(cut);
            assertThatExceptionOfType(ScriptedWorld.Killed.class).isThrownBy(() -> run(killed, plan, false));
            ScriptedWorld next = new ScriptedWorld();

            SuiteVerdict verdict = run(next, plan, true);

            CellRun run = verdict.cells().getFirst().summary().run();
            int before = Collections.frequency(killed.events, "drive a");
            assertThat(run.sustained()).hasSize(3);
            assertThat(run.iterations().stream()
                            .map(step -> step.step().orElseThrow().repetition()))
                    .containsExactly(1, 1, 2, 2, 3, 3);
            assertThat(Collections.frequency(next.events, "drive a"))
                    .as("steps after a cut at event %d, after %d steps", cut, before)
                    .isBetween(6 - before / 2 * 2, 6 - (before - 1) / 2 * 2);
            assertThat(verdict.wallTime())
                    .as("with the time of the steps before, of 2 s each")
                    .isGreaterThan(Duration.ofSeconds(2L * (6 - Collections.frequency(next.events, "drive a"))));
        }
    }

    @Test
    void anInvalidCellIsMeasuredOnceMoreBehindAllOthers() {
        ScriptedWorld world = new ScriptedWorld();
        // The first boot is disturbed in all iterations of its first cell: two, because one may be measured again.
        world.everyServer(server -> server.steal =
                world.booted.isEmpty() ? new ArrayDeque<>(List.of(9.0, 9.0, 0.0, 0.0)) : new ArrayDeque<>());

        SuiteVerdict verdict = run(world, plan("output", 1), false);

        assertThat(world.booted).hasSize(2);
        assertThat(verdict.cells()).noneMatch(cell -> cell.outcome() == Outcome.INVALID);
        assertThat(verdict.cells().getFirst().summary().run().notes().toString())
                .contains("measured a second time");
    }

    @Test
    void asManyInvalidCellsAsTheScaleAllowsAndNoMore() {
        ScriptedWorld world = new ScriptedWorld();
        world.everyServer(server -> server.steal = new ArrayDeque<>(Collections.nCopies(20, 9.0)));

        SuiteVerdict verdict = run(world, plan("output", 1), false);

        assertThat(world.booted).hasSize(2);
        assertThat(verdict.cells()).allMatch(cell -> cell.outcome() == Outcome.INVALID);
    }

    private int eventsOfAWholeRun() {
        ScriptedWorld world = new ScriptedWorld();
        run(world, plan("whole", 0), false);
        return world.events.size();
    }

    private Plan plan(String output, int secondTrials) {
        return plan(output, CELLS, secondTrials);
    }

    private Plan plan(String output, List<Cell> cells, int secondTrials) {
        return ScriptedPlans.plan(folder.resolve(output), cells, 2, 2, secondTrials);
    }

    private List<String> kept(Plan plan) {
        Path cells = plan.output().resolve("cells");
        return CELLS.stream()
                .map(Cell::id)
                .filter(id -> Files.exists(cells.resolve(id + ".round-1.json")))
                .toList();
    }

    private SuiteVerdict run(ScriptedWorld world, Plan plan, boolean goesOn) {
        Map<String, String> properties = new TreeMap<>(Map.of("loomgate.thresholds", thresholds.toString()));
        if (goesOn) {
            properties.put("loomgate.continue", "true");
        }
        Progress progress = new Progress(new PrintStream(PrintStream.nullOutputStream()));
        KeptCells kept = KeptCells.of(plan, properties, MACHINE, RunFolder.begin(plan.output()), progress::say);
        return new CellsRun(plan, world.engine(), world::launch, MACHINE, List.of(), kept, progress).run();
    }
}
