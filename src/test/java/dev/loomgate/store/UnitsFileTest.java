package dev.loomgate.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.loomgate.experiment.Answers;
import dev.loomgate.experiment.Explanation;
import dev.loomgate.experiment.Slice;
import dev.loomgate.experiment.UnitRun;
import dev.loomgate.metric.Invalidity;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.plan.DuelPlans;
import dev.loomgate.plan.PairedCell;
import dev.loomgate.plan.Side;
import dev.loomgate.sampling.Flight;
import dev.loomgate.summary.DrawnMix;
import dev.loomgate.summary.UnitRuns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnitsFileTest {
    private static final List<PairedCell> CELLS = List.of(UnitRuns.CELL);

    @TempDir
    Path folder;

    private final List<String> notes = new ArrayList<>();
    private final UnitRun one = UnitRuns.steady(200, 220)
            .arm(Metric.LIVE_HEAP, 40, 42)
            .invalidSlice(3, 1, "wrong body")
            .lostSlice(5, "the clock jumped")
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

    @Test
    void givesBackWhatEachOfSeveralRequestsDid() {
        DrawnMix mix = new DrawnMix(400, 1).failing("order", 0.1);
        UnitRun unit = mix.unit(1);
        new UnitsFile(folder).add(unit);

        assertThat(new UnitsFile(folder).read(List.of(mix.cell()), notes::add)).containsExactly(unit);
        assertThat(unit.answers(Side.CANDIDATE).of("order").failed()).isPositive();
    }

    /** Reasons why no time that a request took must count are no more; a line that lacks something is refused. */
    @Test
    void aComponentThatIsNoMoreIsLeftOut() throws IOException {
        UnitsFile file = new UnitsFile(folder);
        file.add(one);
        Path units = folder.resolve("units.jsonl");
        String older =
                Files.readString(units).replace("\"answers\":{\"sent\"", "\"disturbed\":[],\"answers\":{\"sent\"");
        Files.writeString(units, older);

        assertThat(older).contains("disturbed");
        assertThat(file.read(List.of(UnitRuns.CELL), notes::add)).containsExactly(one);
    }

    @Test
    void aLineHoldsWhatOtherProgramsMayRead() throws IOException {
        String line = """
                {"cell": "jdk21-jdk25.virtual.io.500rps", "number": 7, "interleaved": true,
                 "slices": [
                  {"number": 1, "side": "baseline", "answers": {"sent": 1000, "failed": 3, "wrong": 2,
                    "requests": {"order": {"sent": 200, "failed": 3, "wrong": 0, "requests": {}}}},
                   "readings": {"cpu": 200.5, "p99": "no answer was good"},
                   "requests": {"order": {"p95": 3.5}},
                   "invalid": [{"kind": "MACHINE", "sentence": "the clock jumped"}]}],
                 "saturated": [
                  {"number": 1, "side": "candidate", "answers": {"sent": 9000, "failed": 0, "wrong": 0, "requests": {}},
                   "readings": {"throughput": 9000.5}, "requests": {}, "invalid": []}],
                 "arms": {"candidate": {"live-heap": 42.0}},
                 "explanations": {"baseline": {"recording": "jfr/one.jfr",
                   "flight": {"kind": "lost", "reason": "the server ended"}}},
                 "failed": {"candidate": "it ended"},
                 "unreached": {"baseline": "it may be higher"}, "busy": {"candidate": 0.25},
                 "invalid": [{"kind": "INSTRUMENT", "sentence": "the generator broke"}],
                 "notes": ["a note"], "gatlingReport": "gatling/index.html",
                 "wallTime": 61500000001, "loadTime": 40000000000}
                """.replace("\n", "");
        UnitRun unit = new UnitRun(
                UnitRuns.CELL,
                7,
                true,
                List.of(new Slice(
                        1,
                        Side.BASELINE,
                        new Answers(1000, 3, 2, Map.of("order", new Answers(200, 3, 0))),
                        Map.of(
                                Metric.APPLICATION_CPU, new Reading.Measured(Metric.APPLICATION_CPU, 200.5),
                                Metric.P99, new Reading.Unavailable(Metric.P99, "no answer was good")),
                        Map.of("order", Map.of(Metric.P95, new Reading.Measured(Metric.P95, 3.5))),
                        List.of(Invalidity.machine("the clock jumped")))),
                List.of(new Slice(
                        1,
                        Side.CANDIDATE,
                        new Answers(9000, 0, 0),
                        Map.of(Metric.THROUGHPUT, new Reading.Measured(Metric.THROUGHPUT, 9000.5)),
                        Map.of(),
                        List.of())),
                Map.of(Side.CANDIDATE, Map.of(Metric.LIVE_HEAP, new Reading.Measured(Metric.LIVE_HEAP, 42))),
                Map.of(Side.BASELINE, new Explanation("jfr/one.jfr", new Flight.Lost("the server ended"))),
                Map.of(Side.CANDIDATE, "it ended"),
                Map.of(Side.BASELINE, "it may be higher"),
                Map.of(Side.CANDIDATE, 0.25),
                List.of(Invalidity.instrument("the generator broke")),
                List.of("a note"),
                "gatling/index.html",
                Duration.ofNanos(61_500_000_001L),
                Duration.ofSeconds(40));

        Files.writeString(file(), line + "\n");
        assertThat(new UnitsFile(folder).read(CELLS, notes::add)).containsExactly(unit);
        Files.delete(file());
        new UnitsFile(folder).add(unit);
        ObjectMapper json = new ObjectMapper();
        assertThat(json.readTree(Files.readString(file()))).isEqualTo(json.readTree(line));
    }

    @Test
    void leavesOutUnitsOfCellsThatThePlanDoesNotHave() {
        UnitsFile file = new UnitsFile(folder);
        file.add(one);
        file.add(two);

        assertThat(file.read(List.of(DuelPlans.cell("virtual", "json")), notes::add))
                .isEmpty();
        assertThat(notes)
                .containsExactly(file() + ": 2 units of jdk21-jdk25.virtual.io.500rps left out, because no cell that is"
                        + " judged has this name");
    }

    /** Earlier versions called the number of a unit {@code unit}, and did not always count failed and wrong answers. */
    @Test
    void refusesUnitsOfAnOlderVersionWithAWayOut() throws IOException {
        Files.writeString(file(), """
                {"unit":1,"cell":"%s","slices":[{"number":1,"arm":"baseline","requests":1000,"readings":{"cpu":200.0},\
                "invalid":["the generator broke"],"disturbed":[]}],"arms":{},"failed":{},"invalid":[],"notes":[],\
                "gatlingReport":"","wallSeconds":61.5,"loadSeconds":40.0}
                """.formatted(UnitRuns.CELL.id()));

        assertThatThrownBy(() -> new UnitsFile(folder).read(CELLS, notes::add))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(file() + ":1 is no unit of this version of Loomgate")
                .hasMessageContaining("if an older one wrote it, measure again: slices[0]");
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
        Files.writeString(
                folder.resolve("units.jsonl"),
                "{\"cell\":\"jdk21-jdk25.virtual.io.500rps\",\"num",
                StandardOpenOption.APPEND);

        assertThat(new UnitsFile(folder).read(CELLS, notes::add)).containsExactly(one);
    }

    @Test
    void namesALineInTheMiddleThatIsNoUnit() throws IOException {
        Files.writeString(folder.resolve("units.jsonl"), "{\"cell\":\n{}\n");

        assertThatThrownBy(() -> new UnitsFile(folder).read(CELLS, notes::add)).hasMessageContaining("units.jsonl:1");
    }

    /** A run that was killed in the middle of a line: the next unit must not be written behind the half one. */
    @Test
    void goesOnBehindTheLastWholeLine() throws IOException {
        new UnitsFile(folder).add(one);
        Files.writeString(file(), "{\"cell\":\"jdk21-jdk25.virtual.io.500rps\",\"num", StandardOpenOption.APPEND);

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
