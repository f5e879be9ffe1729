package dev.loomgate.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.loomgate.experiment.Answers;
import dev.loomgate.experiment.Slice;
import dev.loomgate.experiment.UnitRun;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.plan.DuelCell;
import dev.loomgate.plan.Side;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * {@code units.jsonl}: every unit of a duel as it was measured, one JSON object per line, added as soon as it is done. Every verdict can be recomputed from it.
 *
 * <p>A line holds {@code unit} (number), {@code cell} (id), {@code slices} (each with {@code number}, {@code arm}, {@code requests}, of these {@code failed} and {@code wrong}, {@code readings},
 * {@code invalid}, {@code disturbed}), {@code arms} (readings once per pair, by arm), {@code failed}, {@code invalid}, {@code notes}, {@code gatlingReport}, {@code wallSeconds},
 * {@code loadSeconds}. Readings are by the metric's key in the metric's unit; what was not to be had is a text that says why.
 */
public final class UnitsFile {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final String FILE = "units.jsonl";

    private final Path file;

    /** @param output folder of the run */
    public UnitsFile(Path output) {
        file = output.resolve(FILE);
    }

    /** Adds a unit. */
    public void add(UnitRun run) {
        try {
            DurableFile.append(file, JSON.writeValueAsString(json(run)));
        } catch (JsonProcessingException e) {
            throw DurableFile.unwritable(file, e);
        }
    }

    /**
     * Reads all units of cells that are known. A last line that was cut off by the end of a run is left out.
     *
     * @param note is told of a line that is left out
     * @throws IllegalArgumentException naming the line, when another line is no unit
     */
    public List<UnitRun> read(List<DuelCell> cells, Consumer<String> note) {
        List<UnitRun> runs = new ArrayList<>();
        Lines lines = lines(note);
        for (int number = 1; number <= lines.whole().size(); number++) {
            unit(lines.whole().get(number - 1), number, cells).ifPresent(runs::add);
        }
        return runs;
    }

    /** The same, and takes a last line that was cut off away, so that the next unit is not written behind half of another. */
    public List<UnitRun> goOn(List<DuelCell> cells, Consumer<String> note) {
        List<UnitRun> runs = read(cells, note);
        Lines lines = lines(unused -> {});
        if (!lines.ended()) {
            DurableFile.replace(
                    file,
                    lines.whole().stream()
                            .map(line -> new String(line, StandardCharsets.UTF_8) + "\n")
                            .collect(Collectors.joining()));
        }
        return runs;
    }

    /**
     * The lines of the file as bytes, because one that was cut off may end within a character.
     *
     * @param whole all but a last one that was cut off
     * @param ended whether the last one has its line feed
     */
    private record Lines(List<byte[]> whole, boolean ended) {}

    private Lines lines(Consumer<String> note) {
        byte[] bytes = bytes();
        List<byte[]> whole = new ArrayList<>();
        int start = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                whole.add(Arrays.copyOfRange(bytes, start, i));
                start = i + 1;
            }
        }
        if (start == bytes.length) {
            return new Lines(whole, true);
        }
        byte[] last = Arrays.copyOfRange(bytes, start, bytes.length);
        try {
            parse(last);
            whole.add(last);
        } catch (IOException e) {
            note.accept(file + ":" + (whole.size() + 1) + " was cut off by the end of a run; that unit is left out");
        }
        return new Lines(whole, false);
    }

    private byte[] bytes() {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file + ": " + e.getMessage(), e);
        }
    }

    private Optional<UnitRun> unit(byte[] line, int number, List<DuelCell> cells) {
        try {
            return run(parse(line), cells);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(
                    file + ":" + number + " is no JSON object: " + e.getOriginalMessage(), e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(file + ":" + number + " " + e.getMessage(), e);
        } catch (IOException e) {
            throw new IllegalArgumentException(file + ":" + number + " is no unit: " + e.getMessage(), e);
        }
    }

    /** Strictly: half a character is an error and no question mark. */
    private static JsonNode parse(byte[] line) throws IOException {
        JsonNode json = JSON.readTree(StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(line))
                .toString());
        if (!json.isObject()) {
            throw new IOException("it holds no JSON object");
        }
        return json;
    }

    private static ObjectNode json(UnitRun run) {
        ObjectNode json = JSON.createObjectNode();
        json.put("unit", run.number()).put("cell", run.cell().id());
        ArrayNode slices = json.putArray("slices");
        for (Slice slice : run.slices()) {
            ObjectNode one = slices.addObject()
                    .put("number", slice.number())
                    .put("arm", slice.side().property())
                    .put("requests", slice.answers().sent())
                    .put("failed", slice.answers().failed())
                    .put("wrong", slice.answers().wrong());
            ReadingsJson.write(one.putObject("readings"), slice.readings());
            ReadingsJson.write(one.putArray("invalid"), slice.invalid());
            ReadingsJson.write(one.putArray("disturbed"), slice.disturbed());
        }
        ObjectNode arms = json.putObject("arms");
        run.arms().forEach((side, readings) -> ReadingsJson.write(arms.putObject(side.property()), readings));
        ObjectNode failed = json.putObject("failed");
        run.failed().forEach((side, story) -> failed.put(side.property(), story));
        ReadingsJson.write(json.putArray("invalid"), run.invalid());
        run.notes().forEach(json.putArray("notes")::add);
        json.put("gatlingReport", run.gatlingReport());
        json.put("wallSeconds", run.wallTime().toMillis() / 1e3);
        json.put("loadSeconds", run.loadTime().toMillis() / 1e3);
        return json;
    }

    private static Optional<UnitRun> run(JsonNode json, List<DuelCell> cells) {
        String id = json.path("cell").asText();
        return cells.stream().filter(cell -> cell.id().equals(id)).findFirst().map(cell -> run(json, cell));
    }

    private static UnitRun run(JsonNode json, DuelCell cell) {
        List<Slice> slices = new ArrayList<>();
        for (JsonNode slice : json.path("slices")) {
            slices.add(new Slice(
                    slice.path("number").asInt(),
                    side(slice.path("arm").asText()),
                    answers(slice),
                    ReadingsJson.read(slice.path("readings")),
                    ReadingsJson.invalidities(slice.path("invalid")),
                    ReadingsJson.invalidities(slice.path("disturbed"))));
        }
        Map<Side, Map<Metric, Reading>> arms = new EnumMap<>(Side.class);
        json.path("arms").properties().forEach(arm -> arms.put(side(arm.getKey()), ReadingsJson.read(arm.getValue())));
        Map<Side, String> failed = new EnumMap<>(Side.class);
        json.path("failed")
                .properties()
                .forEach(arm -> failed.put(side(arm.getKey()), arm.getValue().asText()));
        return new UnitRun(
                cell,
                json.path("unit").asInt(),
                slices,
                arms,
                failed,
                ReadingsJson.invalidities(json.path("invalid")),
                ReadingsJson.texts(json.path("notes")),
                json.path("gatlingReport").asText(),
                Duration.ofMillis(Math.round(json.path("wallSeconds").asDouble() * 1e3)),
                Duration.ofMillis(Math.round(json.path("loadSeconds").asDouble() * 1e3)));
    }

    private static Answers answers(JsonNode slice) {
        if (!slice.has("failed") || !slice.has("wrong")) {
            throw new IllegalArgumentException(
                    "was written by an older Loomgate, which did not count failed and wrong answers: measure again");
        }
        return new Answers(
                slice.path("requests").asLong(),
                slice.path("failed").asLong(),
                slice.path("wrong").asLong());
    }

    private static Side side(String property) {
        for (Side side : Side.values()) {
            if (side.property().equals(property)) {
                return side;
            }
        }
        throw new IllegalArgumentException("'" + property + "' is no arm of a duel");
    }
}
