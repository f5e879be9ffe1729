package dev.loomgate.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomgate.experiment.Answers;
import dev.loomgate.experiment.UnitRun;
import dev.loomgate.metric.Invalidity;
import dev.loomgate.metric.Metric;
import dev.loomgate.plan.DuelCell;
import dev.loomgate.summary.UnitRuns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnitsFileTest {
    private static final List<DuelCell> CELLS = List.of(UnitRuns.CELL);

    @TempDir
    Path folder;

    private final List<String> notes = new ArrayList<>();
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
        UnitsFile file = new UnitsFile(folder);
        file.add(one);
        file.add(two);

        assertThat(new UnitsFile(folder).read(CELLS, notes::add)).containsExactly(one, two);
    }

    /** Of such a file nobody knows how many answers were wrong. */
    @Test
    void refusesUnitsWhoseAnswersWereNotCounted() throws IOException {
        new UnitsFile(folder).add(one);
        Path file = folder.resolve("units.jsonl");
        Files.writeString(file, Files.readString(file).replaceAll(",\"failed\":\\d+,\"wrong\":\\d+", ""));

        assertThatThrownBy(() -> new UnitsFile(folder).read(CELLS, notes::add))
                .hasMessageContaining("units.jsonl:1 was written by an older Loomgate")
                .hasMessageContaining("measure again");
    }

    @Test
    void isOneLinePerUnit() throws IOException {
        UnitsFile file = new UnitsFile(folder);
        file.add(one);
        file.add(two);

        assertThat(Files.readAllLines(folder.resolve("units.jsonl"))).hasSize(2);
    }

    @Test
    void leavesOutALastLineThatWasCutOff() throws IOException {
        new UnitsFile(folder).add(one);
        Files.writeString(folder.resolve("units.jsonl"), "{\"unit\":2,\"sli", StandardOpenOption.APPEND);

        assertThat(new UnitsFile(folder).read(CELLS, notes::add)).containsExactly(one);
    }

    @Test
    void namesALineInTheMiddleThatIsNoUnit() throws IOException {
        Files.writeString(folder.resolve("units.jsonl"), "{\"unit\":\n{}\n");

        assertThatThrownBy(() -> new UnitsFile(folder).read(CELLS, notes::add)).hasMessageContaining("units.jsonl:1");
    }

    @Test
    void readsTheSentencesOfEarlierVersions() throws IOException {
        Files.writeString(folder.resolve("units.jsonl"), """
                {"unit":1,"cell":"%s","slices":[],"invalid":["the generator broke"],"notes":[]}
                """.formatted(UnitRuns.CELL.id()));

        assertThat(new UnitsFile(folder).read(CELLS, notes::add))
                .singleElement()
                .extracting(UnitRun::invalid)
                .isEqualTo(List.of(Invalidity.instrument("the generator broke")));
    }

    /** A run that was killed in the middle of a line: the next unit must not be written behind the half one. */
    @Test
    void goesOnBehindTheLastWholeLine() throws IOException {
        new UnitsFile(folder).add(one);
        Files.writeString(file(), "{\"unit\":2,\"sli", StandardOpenOption.APPEND);

        UnitsFile file = new UnitsFile(folder);
        assertThat(file.goOn(CELLS, notes::add)).containsExactly(one);
        file.add(two);

        assertThat(notes).containsExactly(file() + ":2 was cut off by the end of a run; that unit is left out");
        assertThat(new UnitsFile(folder).read(CELLS, notes::add)).containsExactly(one, two);
        assertThat(Files.readAllLines(file())).hasSize(2);
    }

    /** Also within a character of two bytes, and between the last brace and the line feed. */
    @Test
    void aCutAnywhereCostsTheLastUnitAtMost() throws IOException {
        UnitRun umlauts =
                UnitRuns.steady(210, 220).invalid("jdk21: f\u00fcr \u20ac").run(2);
        new UnitsFile(folder).add(one);
        int first = Files.readAllBytes(file()).length;
        new UnitsFile(folder).add(umlauts);
        byte[] whole = Files.readAllBytes(file());
        for (int length = first + 1; length < whole.length; length++) {
            Files.write(file(), Arrays.copyOf(whole, length));

            List<UnitRun> units = new UnitsFile(folder).read(CELLS, notes::add);

            assertThat(units).as("%d of %d bytes", length, whole.length).startsWith(one);
            assertThat(units).hasSize(length == whole.length - 1 ? 2 : 1);
        }
        assertThat(notes).hasSize(whole.length - first - 2);
    }

    @Test
    void onlyALineThatDoesNotEndIsCutOff() throws IOException {
        new UnitsFile(folder).add(one);
        Files.write(file(), new byte[] {'"', (byte) 0xc3, '\n'}, StandardOpenOption.APPEND);

        assertThatThrownBy(() -> new UnitsFile(folder).read(CELLS, notes::add))
                .hasMessageContaining("units.jsonl:2 is no unit");
    }

    private Path file() {
        return folder.resolve("units.jsonl");
    }
}
