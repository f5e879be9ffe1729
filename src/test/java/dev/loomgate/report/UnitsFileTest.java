package dev.loomgate.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomgate.metric.Invalidity;
import dev.loomgate.metric.Metric;
import dev.loomgate.plan.DuelCell;
import dev.loomgate.summary.UnitRuns;
import dev.loomgate.trial.Answers;
import dev.loomgate.trial.UnitRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnitsFileTest {
    private static final List<DuelCell> CELLS = List.of(UnitRuns.CELL);

    @TempDir
    Path folder;

    private final UnitRun one = UnitRuns.steady(200, 220)
            .arm(Metric.LIVE_HEAP, 40, 42)
            .invalidSlice(6, 1, "wrong body")
            .disturbedSlice(9, 2, "8 % stolen")
            .answers(new Answers(1000, 3, 0), new Answers(1000, 0, 7))
            .run(1);
    private final UnitRun two =
            UnitRuns.steady(210, 220).invalid("jdk21: \"wrong\"\nbody").run(2);

    @Test
    void givesBackWhatWasAdded() {
        UnitsFile file = UnitsFile.fresh(folder);
        file.add(one);
        file.add(two);

        assertThat(new UnitsFile(folder).read(CELLS)).containsExactly(one, two);
    }

    /** Of such a file nobody knows how many answers were wrong. */
    @Test
    void refusesUnitsWhoseAnswersWereNotCounted() throws IOException {
        UnitsFile.fresh(folder).add(one);
        Path file = folder.resolve("units.jsonl");
        Files.writeString(file, Files.readString(file).replaceAll(",\"failed\":\\d+,\"wrong\":\\d+", ""));

        assertThatThrownBy(() -> new UnitsFile(folder).read(CELLS))
                .hasMessageContaining("units.jsonl:1 was written by an older Loomgate")
                .hasMessageContaining("measure again");
    }

    @Test
    void isOneLinePerUnit() throws IOException {
        UnitsFile file = UnitsFile.fresh(folder);
        file.add(one);
        file.add(two);

        assertThat(Files.readAllLines(folder.resolve("units.jsonl"))).hasSize(2);
    }

    @Test
    void leavesOutALastLineThatWasCutOff() throws IOException {
        UnitsFile.fresh(folder).add(one);
        Files.writeString(folder.resolve("units.jsonl"), "{\"unit\":2,\"sli", StandardOpenOption.APPEND);

        assertThat(new UnitsFile(folder).read(CELLS)).containsExactly(one);
    }

    @Test
    void namesALineInTheMiddleThatIsNoUnit() throws IOException {
        Files.writeString(folder.resolve("units.jsonl"), "{\"unit\":\n{}\n");

        assertThatThrownBy(() -> new UnitsFile(folder).read(CELLS)).hasMessageContaining("units.jsonl:1");
    }

    @Test
    void readsTheSentencesOfEarlierVersions() throws IOException {
        Files.writeString(folder.resolve("units.jsonl"), """
                {"unit":1,"cell":"%s","slices":[],"invalid":["the generator broke"],"notes":[]}
                """.formatted(UnitRuns.CELL.id()));

        assertThat(new UnitsFile(folder).read(CELLS))
                .singleElement()
                .extracting(UnitRun::invalid)
                .isEqualTo(List.of(Invalidity.instrument("the generator broke")));
    }

    /** A run that was killed in the middle of a line: the next unit must not be written behind the half one. */
    @Test
    void goesOnBehindTheLastWholeLine() throws IOException {
        UnitsFile.fresh(folder).add(one);
        Files.writeString(folder.resolve("units.jsonl"), "{\"unit\":2,\"sli", StandardOpenOption.APPEND);

        UnitsFile.continued(folder).add(two);

        assertThat(new UnitsFile(folder).read(CELLS)).containsExactly(one, two);
        assertThat(Files.readAllLines(folder.resolve("units.jsonl"))).hasSize(2);
    }

    @Test
    void keepsTheUnitsOfTheRunBefore() {
        UnitsFile.fresh(folder).add(one);
        UnitsFile.fresh(folder).add(two);

        assertThat(new UnitsFile(folder).read(CELLS)).containsExactly(two);
        assertThat(folder.resolve("units.before.jsonl")).isNotEmptyFile();
    }
}
