package dev.loomgate.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.loomgate.experiment.CellRun;
import dev.loomgate.plan.Cell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** {@code cells/}: every finished cell as it was measured, so that a run that was cut off can go on. Nanoseconds are whole, nothing is rounded. */
final class CellsFolder {
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
            DurableFile.replace(file, StoreJson.MAPPER.writeValueAsString(run));
        } catch (JsonProcessingException e) {
            throw DurableFile.unwritable(file, e);
        }
    }

    /**
     * The cell as it was kept; empty when it was not, is damaged, or was kept by another version of Loomgate.
     *
     * @param damaged is told of a file that is no cell
     */
    Optional<CellRun> kept(Cell cell, int round, Consumer<String> damaged) {
        Path file = folder.resolve(name(cell, round));
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try {
            JsonNode json = StoreJson.MAPPER.readTree(file.toFile());
            if (json.isObject()) {
                return Optional.of(
                        StoreJson.reader(CellRun.class, Map.of(cell.id(), cell)).readValue(json));
            }
            damaged.accept(file + " is damaged: it holds no JSON object");
        } catch (JsonMappingException e) {
            damaged.accept(file + " is damaged, or of another version of Loomgate: " + StoreJson.why(e));
        } catch (IOException e) {
            damaged.accept(file + " is damaged");
        }
        return Optional.empty();
    }

    private static String name(Cell cell, int round) {
        return cell.id() + ".round-" + round + ".json";
    }
}
