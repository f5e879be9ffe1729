package dev.loomgate.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.loomgate.experiment.Answers;
import dev.loomgate.experiment.CapacityResult;
import dev.loomgate.experiment.CellRun;
import dev.loomgate.experiment.DatabaseDelay;
import dev.loomgate.experiment.Explanation;
import dev.loomgate.experiment.Iteration;
import dev.loomgate.experiment.Slice;
import dev.loomgate.experiment.Step;
import dev.loomgate.experiment.UnitRun;
import dev.loomgate.load.IterationLoad;
import dev.loomgate.metric.Invalidity;
import dev.loomgate.sampling.Flight;
import dev.loomgate.sampling.FlightFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The records are made by reflection over their components. A new component is therefore kept, read and tested here
 * without an edit in this package, unless its type is a new one.
 */
class KeptRecordsTest {
    private static final ObjectMapper PLAIN = new ObjectMapper();

    private static final List<Part> OF_A_CELL = List.of(
            new Part("", CellRun.class),
            new Part("/invalid/0", Invalidity.class),
            new Part("/databaseDelay", DatabaseDelay.class),
            new Part("/sustained/0", CapacityResult.class),
            new Part("/explanation", Explanation.class),
            new Part("/explanation/flight", Flight.Recorded.class),
            new Part("/explanation/flight/facts", FlightFacts.class),
            new Part("/iterations/0", Iteration.class),
            new Part("/iterations/0/step", Step.class),
            new Part("/iterations/0/load", IterationLoad.class));

    private static final List<Part> OF_A_UNIT = List.of(
            new Part("", UnitRun.class),
            new Part("/slices/1", Slice.class),
            new Part("/slices/1/answers", Answers.class),
            new Part("/slices/1/invalid/0", Invalidity.class));

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    Path output;

    private final List<String> said = new ArrayList<>();

    @Test
    void everyComponentOfACellComesBackWithNoEditForANewOne() throws ReflectiveOperationException {
        CellRun run = new FilledRecords().record(CellRun.class);

        KeptCells.keep(output, run, 1);

        assertThat(cell()).containsExactly(run);
        assertThat(cell().getFirst().iterations().getFirst().load().latency())
                .as("histograms are equal by content")
                .isEqualTo(run.iterations().getFirst().load().latency())
                .isNotEqualTo(run.iterations().getFirst().load().service());
        assertThat(said).isEmpty();
    }

    @Test
    void everyComponentOfAUnitComesBackWithNoEditForANewOne() throws ReflectiveOperationException {
        UnitRun run = new FilledRecords().record(UnitRun.class);

        new UnitsFile(output).add(run);

        assertThat(units()).containsExactly(run);
    }

    /** A recording that failed is kept with the reason why. */
    @Test
    void aRecordingThatFailedIsKeptWithItsReason() throws IOException {
        Explanation lost = new Explanation("jfr/a.jfr", new Flight.Lost("the server has no JMX"));

        String json = StoreJson.MAPPER.writeValueAsString(lost);

        assertThat(StoreJson.reader(Explanation.class, Map.of()).<Explanation>readValue(json))
                .isEqualTo(lost);
    }

    static Stream<Arguments> partsOfACell() {
        return OF_A_CELL.stream().flatMap(Part::components);
    }

    @ParameterizedTest
    @MethodSource("partsOfACell")
    void aCellWithoutAComponentIsNone(String place, String component) throws IOException, ReflectiveOperationException {
        KeptCells.keep(output, new FilledRecords().record(CellRun.class), 1);

        Files.writeString(cellFile(), without(Files.readString(cellFile()), place, component));

        assertThat(cell()).isEmpty();
        assertThat(said)
                .singleElement()
                .asString()
                .startsWith(cellFile() + " is damaged, or of another version of Loomgate: ")
                .contains("'" + component + "'");
    }

    static Stream<Arguments> partsOfAUnit() {
        return OF_A_UNIT.stream().flatMap(Part::components);
    }

    @ParameterizedTest
    @MethodSource("partsOfAUnit")
    void aUnitWithoutAComponentIsNone(String place, String component) throws IOException, ReflectiveOperationException {
        new UnitsFile(output).add(new FilledRecords().record(UnitRun.class));

        Files.writeString(unitsFile(), without(Files.readString(unitsFile()), place, component) + "\n");

        assertThatThrownBy(this::units)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(unitsFile() + ":1 is no unit of this version of Loomgate")
                .hasMessageContaining("measure again")
                .hasMessageContaining("'" + component + "'");
    }

    /** A default or a rounded value in its place would be judged as if it had been measured. */
    @ParameterizedTest
    @MethodSource("wrongValues")
    void aValueOfAnotherTypeIsRefused(String place, String component, Object value)
            throws IOException, ReflectiveOperationException {
        KeptCells.keep(output, new FilledRecords().record(CellRun.class), 1);

        ObjectNode json = (ObjectNode) PLAIN.readTree(Files.readString(cellFile()));
        ((ObjectNode) json.at(place)).set(component, PLAIN.valueToTree(value));
        Files.writeString(cellFile(), json.toString());

        assertThat(cell()).isEmpty();
        assertThat(said).hasSize(1);
    }

    static Stream<Arguments> wrongValues() {
        return Stream.of(
                Arguments.of("", "cell", "platform.jdk25.io.500rps"),
                Arguments.of("", "wallTime", 0.5),
                Arguments.of("", "loadTime", "12"),
                Arguments.of("", "added-later", 1),
                Arguments.of("", "invalid", List.of("a sentence")),
                Arguments.of("/trialReadings", "no-such-metric", 1),
                Arguments.of("/trialReadings", "startup", List.of(1)),
                Arguments.of("/sustained/0", "end", 1),
                Arguments.of("/iterations/0/step", "held", "true"),
                Arguments.of("/iterations/0/load", "good", 1.5),
                Arguments.of("/iterations/0/load", "errors", Map.of("status 503", "many")),
                Arguments.of("/iterations/0/load", "latency", "AAAA"));
    }

    /**
     * One record within a file.
     *
     * @param place as a JSON pointer
     */
    private record Part(String place, Class<? extends Record> type) {
        Stream<Arguments> components() {
            return Arrays.stream(type.getRecordComponents()).map(each -> Arguments.of(place, each.getName()));
        }
    }

    private static String without(String text, String place, String component) throws IOException {
        ObjectNode json = (ObjectNode) PLAIN.readTree(text);
        assertThat(((ObjectNode) json.at(place)).remove(component)).isNotNull();
        return json.toString();
    }

    private Path cellFile() {
        return output.resolve("cells").resolve(FilledRecords.CELL.id() + ".round-1.json");
    }

    private Path unitsFile() {
        return output.resolve("units.jsonl");
    }

    private List<CellRun> cell() {
        return KeptCells.kept(output, FilledRecords.CELL, 1, said::add).stream().toList();
    }

    private List<UnitRun> units() {
        return new UnitsFile(output).read(List.of(FilledRecords.DUEL_CELL), said::add);
    }
}
