package dev.loomgate.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.plan.DuelCell;
import dev.loomgate.plan.Side;
import dev.loomgate.trial.Answers;
import dev.loomgate.trial.Slice;
import dev.loomgate.trial.UnitRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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

    /** A file without units: whatever an earlier run left there is kept beside it as {@code units.before.jsonl}. */
    public static UnitsFile fresh(Path output) {
        UnitsFile fresh = new UnitsFile(output);
        try {
            if (Files.exists(fresh.file)) {
                Files.move(fresh.file, output.resolve("units.before.jsonl"), StandardCopyOption.REPLACE_EXISTING);
            }
            return fresh;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot move " + fresh.file + " out of the way", e);
        }
    }

    /** A file that goes on where an earlier run stopped; a last line that was cut off by its end is taken away. */
    public static UnitsFile continued(Path output) {
        UnitsFile continued = new UnitsFile(output);
        try {
            List<String> lines = Files.readAllLines(continued.file, StandardCharsets.UTF_8);
            boolean cut = !lines.isEmpty()
                    && continued.parse(lines.getLast(), true, lines.size()).isEmpty();
            List<String> whole = cut ? lines.subList(0, lines.size() - 1) : lines;
            ReportWriter.replace(output, FILE, String.join("\n", whole) + (whole.isEmpty() ? "" : "\n"));
            return continued;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + continued.file, e);
        }
    }

    /** @param output folder of the run */
    public UnitsFile(Path output) {
        file = output.resolve(FILE);
    }

    /** Adds a unit. */
    public void add(UnitRun run) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(
                    file,
                    JSON.writeValueAsString(json(run)) + "\n",
                    StandardCharsets.UTF_8,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    /**
     * Reads all units of cells that are known; a last line that was cut off by the end of a run is left out.
     *
     * @throws IllegalArgumentException naming the line, when another line is no unit
     */
    public List<UnitRun> read(List<DuelCell> cells) {
        try {
            List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
            List<UnitRun> runs = new ArrayList<>();
            for (int i = 0; i < lines.size(); i++) {
                Optional<JsonNode> unit = parse(lines.get(i), i + 1 == lines.size(), i + 1);
                try {
                    unit.flatMap(json -> run(json, cells)).ifPresent(runs::add);
                } catch (IllegalArgumentException e) {
                    throw new IllegalArgumentException(file + ":" + (i + 1) + " " + e.getMessage(), e);
                }
            }
            return runs;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    private Optional<JsonNode> parse(String line, boolean last, int number) {
        try {
            return Optional.of(JSON.readTree(line));
        } catch (JsonProcessingException e) {
            if (last) {
                return Optional.empty();
            }
            throw new IllegalArgumentException(
                    file + ":" + number + " is no JSON object: " + e.getOriginalMessage(), e);
        }
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
