package dev.loomgate.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.loomgate.experiment.CapacityResult;
import dev.loomgate.experiment.CellRun;
import dev.loomgate.experiment.DatabaseDelay;
import dev.loomgate.experiment.Iteration;
import dev.loomgate.plan.Cell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/** {@code cells/}: every finished cell as it was measured, so that a run that was cut off can go on. Nanoseconds are whole, nothing is rounded. */
final class CellsFolder {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path folder;

    /** @param output folder of the run */
    CellsFolder(Path output) {
        folder = output.resolve("cells");
    }

    /**
     * Keeps a cell.
     *
     * @param round from 1, where cells are measured several times
     */
    void keep(CellRun run, int round) {
        Path file = folder.resolve(name(run.cell(), round));
        try {
            DurableFile.replace(file, JSON.writeValueAsString(json(run)));
        } catch (JsonProcessingException e) {
            throw DurableFile.unwritable(file, e);
        }
    }

    /**
     * The cell as it was kept; empty when it was not, or is damaged.
     *
     * @param damaged is told of a file that is no cell
     */
    Optional<CellRun> kept(Cell cell, int round, Consumer<String> damaged) {
        Path file = folder.resolve(name(cell, round));
        try {
            return Files.isRegularFile(file) ? Optional.of(run(cell, JSON.readTree(file.toFile()))) : Optional.empty();
        } catch (IOException | IllegalArgumentException e) {
            damaged.accept(file + " is damaged");
            return Optional.empty();
        }
    }

    private static String name(Cell cell, int round) {
        return cell.id() + ".round-" + round + ".json";
    }

    private static ObjectNode json(CellRun run) {
        ObjectNode json = JSON.createObjectNode();
        ArrayNode iterations = json.putArray("iterations");
        run.iterations().forEach(iteration -> IterationJson.write(iterations.addObject(), iteration));
        ReadingsJson.write(json.putObject("trial"), run.trialReadings());
        run.failure().ifPresent(sentence -> json.put("failure", sentence));
        ReadingsJson.write(json.putArray("invalid"), run.invalid());
        run.notes().forEach(json.putArray("notes")::add);
        json.put("gatlingReport", run.gatlingReport())
                .put("serverLog", run.serverLog())
                .put("commandLine", run.commandLine());
        run.effective().forEach(json.putObject("effective")::put);
        run.databaseDelay()
                .ifPresent(delay -> json.putObject("databaseDelay")
                        .put("planned", delay.planned().toNanos())
                        .put("measured", delay.measured().toNanos()));
        json.put("wall", run.wallTime().toNanos()).put("load", run.loadTime().toNanos());
        ArrayNode sustained = json.putArray("sustained");
        for (CapacityResult way : run.sustained()) {
            ObjectNode one = sustained
                    .addObject()
                    .put("held", way.held())
                    .put("end", way.end().name())
                    .put("ending", way.ending());
            way.failed().ifPresent(rate -> one.put("failed", rate));
        }
        return json;
    }

    private static CellRun run(Cell cell, JsonNode json) {
        List<Iteration> iterations = new ArrayList<>();
        json.required("iterations").forEach(one -> iterations.add(IterationJson.read(one)));
        Map<String, String> effective = new LinkedHashMap<>();
        json.required("effective")
                .properties()
                .forEach(fact -> effective.put(fact.getKey(), fact.getValue().asText()));
        List<CapacityResult> sustained = new ArrayList<>();
        json.required("sustained").forEach(way -> sustained.add(sustained(way)));
        JsonNode delay = json.path("databaseDelay");
        return new CellRun(
                cell,
                iterations,
                ReadingsJson.read(json.required("trial")),
                json.has("failure") ? Optional.of(json.path("failure").asText()) : Optional.empty(),
                ReadingsJson.invalidities(json.required("invalid")),
                ReadingsJson.texts(json.required("notes")),
                json.required("gatlingReport").asText(),
                json.required("serverLog").asText(),
                json.required("commandLine").asText(),
                effective,
                delay.isMissingNode()
                        ? Optional.empty()
                        : Optional.of(new DatabaseDelay(nanos(delay, "planned"), nanos(delay, "measured"))),
                nanos(json, "wall"),
                nanos(json, "load"),
                sustained,
                Optional.empty());
    }

    private static CapacityResult sustained(JsonNode way) {
        return new CapacityResult(
                way.required("held").asInt(),
                way.has("failed") ? OptionalInt.of(way.path("failed").asInt()) : OptionalInt.empty(),
                CapacityResult.End.valueOf(way.required("end").asText()),
                way.required("ending").asText());
    }

    static Duration nanos(JsonNode json, String key) {
        return Duration.ofNanos(json.required(key).asLong());
    }
}
