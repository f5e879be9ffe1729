package dev.loomgate.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.experiment.CapacityResult;
import dev.loomgate.experiment.CellRun;
import dev.loomgate.experiment.DatabaseDelay;
import dev.loomgate.experiment.Iteration;
import dev.loomgate.experiment.Step;
import dev.loomgate.load.IterationLoad;
import dev.loomgate.metric.Invalidity;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.plan.Cell;
import dev.loomgate.summary.Cells;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A run that was cut off days ago goes on from these files: what comes back is what was measured, to the nanosecond.
 */
class CellsFolderTest {
    private static final Cell CELL = Cells.cell("virtual");

    private final List<String> damage = new ArrayList<>();

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    Path output;

    @Test
    void whatWasKeptComesBackAsItWas() {
        CellRun run = run(CELL);

        KeptCells.keep(output, run, 2);

        assertThat(KeptCells.kept(output, CELL, 2, damage::add)).contains(run);
        assertThat(KeptCells.kept(output, CELL, 1, damage::add))
                .as("another round")
                .isEmpty();
    }

    @Test
    void aDamagedFileIsNone() throws IOException {
        KeptCells.keep(output, run(CELL), 1);
        Path file = output.resolve("cells").resolve(CELL.id() + ".round-1.json");
        String whole = Files.readString(file);

        Files.writeString(file, whole.substring(0, whole.length() / 2));
        assertThat(KeptCells.kept(output, CELL, 1, damage::add)).isEmpty();
        assertThat(damage).containsExactly(file + " is damaged");
        for (String none : List.of("", "[]", "{}", whole + "}", "null")) {
            damage.clear();
            Files.writeString(file, none);
            assertThat(KeptCells.kept(output, CELL, 1, damage::add)).as(none).isEmpty();
            assertThat(damage).singleElement().asString().startsWith(file + " is damaged");
        }
    }

    /** It kept the cell in the file's name only, and the load of an iteration among the iteration's own fields. */
    @Test
    void aFileOfAnOlderVersionIsNoneAndSaysSo() throws IOException {
        Path file = output.resolve("cells").resolve(CELL.id() + ".round-1.json");
        Files.createDirectories(output.resolve("cells"));
        Files.writeString(file, """
                {"iterations":[],"trial":{"startup":1234.5},"invalid":[],"notes":[],"gatlingReport":"","serverLog":"",
                "commandLine":"java","effective":{},"wall":12345678901,"load":9876543210,"sustained":[]}
                """);

        assertThat(KeptCells.kept(output, CELL, 1, damage::add)).isEmpty();
        assertThat(damage)
                .singleElement()
                .asString()
                .startsWith(file + " is damaged, or of another version of Loomgate: ")
                .contains("'cell'");
    }

    private static CellRun run(Cell cell) {
        return new CellRun(
                cell,
                List.of(iteration()),
                Map.of(
                        Metric.STARTUP, new Reading.Measured(Metric.STARTUP, 1234.5678),
                        Metric.TIME_TO_WARM, new Reading.Unavailable(Metric.TIME_TO_WARM, "no cycle")),
                Optional.of("it ended with exit code 3\nand said: \"why\""),
                List.of(Invalidity.configuration("not as planned: \u00e4 < b")),
                List.of("one note", "another"),
                "gatling/one/index.html",
                "logs/one.log",
                "java -jar 'a b.jar'",
                Map.of("gc", "G1", "threads", "virtual"),
                Optional.of(new DatabaseDelay(Duration.ofMillis(200), Duration.ofNanos(201_234_567))),
                Duration.ofNanos(12_345_678_901L),
                Duration.ofNanos(9_876_543_210L),
                List.of(
                        new CapacityResult(1000, OptionalInt.of(1050), CapacityResult.End.SERVER, "between both"),
                        new CapacityResult(3200, OptionalInt.empty(), CapacityResult.End.CEILING, "its ceiling")),
                Optional.empty());
    }

    private static Iteration iteration() {
        Histogram latency = new Histogram(3);
        latency.recordValue(100_123_456L);
        latency.recordValueWithCount(101_000_000L, 498);
        Histogram service = new Histogram(3);
        service.recordValue(99_000_000L);
        Histogram notGood = new Histogram(3);
        notGood.recordValue(1_000_000L);
        return new Iteration(
                3,
                new IterationLoad(
                        "step-3",
                        Duration.ofSeconds(5),
                        500,
                        499,
                        Duration.ofNanos(4_998_000_001L),
                        498,
                        1,
                        "somebody else's",
                        Map.of("status 503", 1L),
                        latency,
                        service,
                        notGood,
                        new Histogram(3),
                        7,
                        Duration.ofNanos(5_100_000_002L),
                        495,
                        Duration.ofNanos(100_123_456),
                        Optional.of(Duration.ofNanos(22_222_223)),
                        Duration.ofNanos(111_111_111),
                        Duration.ofNanos(99_999_999),
                        Duration.ofNanos(11_111_112),
                        "recordings/one.hlog",
                        Map.of()),
                Map.of(
                        Metric.P99, new Reading.Measured(Metric.P99, 0.1 + 0.2),
                        Metric.RSS, new Reading.Unavailable(Metric.RSS, "not visible")),
                List.of(Invalidity.machine("stolen")),
                List.of("a note"),
                Optional.of(new Step(2, 500, false, "1 of 500 failed")));
    }
}
