package dev.loomgate.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.experiment.CellKeeper;
import dev.loomgate.experiment.CellRun;
import dev.loomgate.experiment.CellRuns;
import dev.loomgate.experiment.Iteration;
import dev.loomgate.experiment.Phases;
import dev.loomgate.fingerprint.Fingerprint;
import dev.loomgate.metric.Invalidity;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.Plan;
import dev.loomgate.plan.PlanReader;
import dev.loomgate.report.Progress;
import dev.loomgate.summary.Cells;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that was cut off goes on with what it knew, and measures again what it did not. */
class KeptCellsTest {
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    Path output;

    @Test
    void anAnswerIsTakenInAndAnInvalidCellIsMeasuredAgain() {
        Plan plan = plan(Map.of());
        Cell answered = plan.cells().get(0);
        Cell disturbed = plan.cells().get(1);
        KeptCells before = kept(plan, Map.of(), "6.1");
        before.keep(run(answered, Optional.of("out of memory"), List.of()), 1);
        before.keep(run(disturbed, Optional.empty(), List.of("the generator broke")), 1);

        KeptCells after = kept(plan, Map.of("loomgate.continue", "true"), "6.1");

        assertThat(after.earlier(answered, 1))
                .hasValueSatisfying(run -> assertThat(run.failure()).hasValue("out of memory"));
        assertThat(after.earlier(disturbed, 1)).isEmpty();
        assertThat(said()).contains("not taken in: " + disturbed + ": the generator broke");
    }

    /** What a server answers is a result, on a busy machine too: it gets no second chance. */
    @Test
    void aCellThatFailedByWhatWasAnsweredIsTakenInThoughItIsInvalidOtherwise() {
        Plan plan = plan(Map.of());
        Cell cell = plan.cells().getFirst();
        Phases half = Phases.steady(50, 1, 1);
        IntStream.range(0, 50).forEach(k -> half.fails(k, 1, "status 503"));
        Iteration stolen =
                new Iteration(1, half.load(), Map.of(), List.of(Invalidity.machine("6 % stolen")), List.of());
        kept(plan, Map.of(), "6.1").keep(Cells.run(cell, List.of(stolen)), 1);

        assertThat(kept(plan, Map.of("loomgate.continue", "true"), "6.1").earlier(cell, 1))
                .isPresent();
    }

    /** 209 hours of measuring must not hang on one forgotten word. */
    @Test
    void nothingIsTakenInUnlessAskedForAndNothingIsLost() throws IOException {
        Plan plan = plan(Map.of());
        Cell cell = plan.cells().getFirst();
        kept(plan, Map.of(), "6.1").keep(run(cell, Optional.of("dead"), List.of()), 1);

        assertThat(kept(plan, Map.of(), "6.1").earlier(cell, 1)).isEmpty();

        Path before;
        try (Stream<Path> entries = Files.list(output)) {
            before = entries.filter(entry -> entry.getFileName().toString().startsWith("cells.before-"))
                    .findFirst()
                    .orElseThrow();
        }
        assertThat(said()).contains("the run before, with 1 cell, moved to " + before);
        Map<String, String> there = Map.of("loomgate.continue", "true", "loomgate.output", before.toString());
        assertThat(kept(plan(there), there, "6.1").earlier(cell, 1)).isPresent();
    }

    @Test
    void whatFailsTheBuildMayDiffer() {
        Plan plan = plan(Map.of());
        Cell cell = plan.cells().getFirst();
        kept(plan, Map.of("loomgate.ci", "true"), "6.1").keep(run(cell, Optional.of("dead"), List.of()), 1);

        Map<String, String> strict = Map.of("loomgate.continue", "true", "loomgate.strict", "true");
        assertThat(kept(plan, strict, "6.1").earlier(cell, 1)).isPresent();
        assertThat(said()).contains("going on after 1 cell in " + output);
    }

    @Test
    void anotherMachineStartsAnewAndSaysSo() {
        Plan plan = plan(Map.of());
        Cell cell = plan.cells().getFirst();
        kept(plan, Map.of(), "6.1").keep(run(cell, Optional.of("dead"), List.of()), 1);

        KeptCells after = kept(plan, Map.of("loomgate.continue", "true"), "6.8");

        assertThat(after.earlier(cell, 1)).isEmpty();
        assertThat(said())
                .contains("starting anew: kernel has changed: 6.1 then, 6.8 now; its 1 cell moved to "
                        + output.resolve("cells.before-"));
    }

    /** The signal that ends a run may end its generator first: the cell is INVALID then. */
    @Test
    void rampsThatWereBegunStayUntilTheirCellIsKnown() {
        Plan plan = plan(Map.of());
        Cell cell = plan.cells().getFirst();
        KeptCells before = kept(plan, Map.of(), "6.1");
        CellKeeper keeper = before.keeper(1, soFar -> false, run -> {});
        CellRun begun = CellRuns.without(cell, Optional.empty(), List.of(), List.of());
        keeper.grown(begun);
        assertThat(keeper.begun(cell)).as("of this run").isEmpty();

        before.keep(run(cell, Optional.empty(), List.of("the generator broke")), 1);
        KeptCells after = kept(plan, Map.of("loomgate.continue", "true"), "6.1");
        assertThat(after.earlier(cell, 1)).isEmpty();
        assertThat(begun(after, cell)).contains(begun);
        assertThat(said()).contains("going on after 1 cell in");

        after.keep(run(cell, Optional.of("out of memory"), List.of()), 1);
        assertThat(begun(after, cell)).isEmpty();
    }

    @Test
    void rampsOfAServerThatWasNotTheOnePlannedAreNotTakenIn() {
        Plan plan = plan(Map.of());
        Cell cell = plan.cells().getFirst();
        KeptCells before = kept(plan, Map.of(), "6.1");
        before.keeper(1, soFar -> false, run -> {})
                .grown(CellRuns.without(cell, Optional.empty(), List.of(), List.of()));

        before.keep(Cells.spoilt(cell, Invalidity.configuration("its settings have changed")), 1);

        assertThat(begun(kept(plan, Map.of("loomgate.continue", "true"), "6.1"), cell))
                .isEmpty();
    }

    private static Optional<CellRun> begun(KeptCells kept, Cell cell) {
        return kept.keeper(1, soFar -> false, run -> {}).begun(cell);
    }

    /** Its report shows what was recorded, in the run that goes on, too. */
    @Test
    void aCellThatWasRecordedIsTakenInWithItsRecording() throws ReflectiveOperationException {
        Map<String, String> explain = Map.of("loomgate.explain", "true");
        Plan plan = plan(explain);
        CellRun recorded = new FilledRecords(plan.cells().getFirst()).record(CellRun.class);
        kept(plan, explain, "6.1").keep(recorded, 1);

        Map<String, String> on = new HashMap<>(explain);
        on.put("loomgate.continue", "true");
        assertThat(kept(plan, on, "6.1").earlier(recorded.cell(), 1))
                .hasValueSatisfying(run -> assertThat(run.explanation()).isEqualTo(recorded.explanation()));
    }

    private String said() {
        return said.toString(StandardCharsets.UTF_8);
    }

    private Map<String, String> properties(Map<String, String> more) {
        Map<String, String> properties =
                new HashMap<>(Map.of("loomgate.scale", "smoke", "loomgate.output", output.toString()));
        properties.putAll(more);
        return properties;
    }

    private Plan plan(Map<String, String> more) {
        return PlanReader.read(properties(more), Set.of(25));
    }

    private KeptCells kept(Plan plan, Map<String, String> more, String kernel) {
        return KeptCells.of(
                plan,
                properties(more),
                new Fingerprint(Map.of("kernel", kernel), List.of("kernel"), List.of()),
                RunFolder.begin(plan.output()),
                new Progress(new PrintStream(said, true, StandardCharsets.UTF_8))::say);
    }

    private static CellRun run(Cell cell, Optional<String> died, List<String> invalid) {
        return CellRuns.without(cell, died, invalid, List.of());
    }
}
