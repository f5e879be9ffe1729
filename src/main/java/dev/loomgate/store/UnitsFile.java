package dev.loomgate.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.loomgate.experiment.Slice;
import dev.loomgate.experiment.UnitRun;
import dev.loomgate.metric.Counted;
import dev.loomgate.plan.PairedCell;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * {@code units.jsonl}: every unit of a duel as it was measured, one JSON object per line, added as soon as it is done.
 * Every verdict can be recomputed from it.
 *
 * <p>A line holds the components of {@link UnitRun} under their names:
 *
 * <ul>
 *   <li>{@code cell} (its id), {@code number}, {@code interleaved}, {@code notes}, {@code gatlingReport};
 *   <li>{@code slices} and {@code saturated}: the components of {@link Slice}, {@code answers} as numbers of requests; in
 *       both {@code requests} has the same of each of several requests, by name, and is empty where all are alike;
 *   <li>{@code arms}: readings once per pair; {@code explanations}: what recordings tell; {@code failed} and {@code
 *       unreached}: sentences; {@code busy}: a share; all by side;
 *   <li>{@code wallTime} and {@code loadTime} in whole nanoseconds.
 * </ul>
 *
 * A side is {@code baseline} or {@code candidate}. A reading stands under the key of its metric: a number in the metric's
 * unit, or a text that says why it was not measured. A reason in {@code invalid} or {@code disturbed} has a {@code kind}
 * and a {@code sentence}.
 */
public final class UnitsFile {
    private static final String FILE = "units.jsonl";

    private final Path file;

    /** @param output folder of the run */
    public UnitsFile(Path output) {
        this(output, FILE);
    }

    private UnitsFile(Path output, String name) {
        file = output.resolve(name);
    }

    /** {@code pairs.jsonl}: the same of the pairs of variants that claims are about; a unit has the number of its round. */
    public static UnitsFile ofPairs(Path output) {
        return new UnitsFile(output, RunRecord.PAIRS);
    }

    public void add(UnitRun run) {
        try {
            DurableFile.append(file, StoreJson.MAPPER.writeValueAsString(run));
        } catch (JsonProcessingException e) {
            throw DurableFile.unwritable(file, e);
        }
    }

    /**
     * Reads all units of cells that are known. A last line that was cut off by the end of a run is left out.
     *
     * @param note is told what is left out: a line, or the units of a cell that is not among those
     * @throws IllegalArgumentException naming the line, when another line is no unit
     */
    public List<UnitRun> read(List<PairedCell> cells, Consumer<String> note) {
        Map<String, PairedCell> byId =
                cells.stream().collect(Collectors.toMap(PairedCell::id, Function.identity(), (first, same) -> first));
        List<UnitRun> runs = new ArrayList<>();
        Map<String, Integer> leftOut = new LinkedHashMap<>();
        Lines lines = lines(note);
        for (int number = 1; number <= lines.whole().size(); number++) {
            unit(lines.whole().get(number - 1), number, byId, leftOut).ifPresent(runs::add);
        }
        leftOut.forEach((cell, units) -> note.accept(file + ": " + Counted.of(units, "unit") + " of " + cell
                + " left out, because no cell that is judged has this name"));
        return runs;
    }

    /**
     * The same, and takes a last line that was cut off away, so that the next unit is not written behind half of
     * another.
     */
    public List<UnitRun> goOn(List<PairedCell> cells, Consumer<String> note) {
        if (!Files.exists(file)) {
            return List.of();
        }
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
        // One character a byte, so that no byte is lost.
        List<byte[]> whole = new ArrayList<>();
        for (String line : new String(bytes(), StandardCharsets.ISO_8859_1).split("\n", -1)) {
            whole.add(line.getBytes(StandardCharsets.ISO_8859_1));
        }
        byte[] last = whole.removeLast();
        if (last.length == 0) {
            return new Lines(whole, true);
        }
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

    /** @param leftOut counts units of other cells, by the id of theirs */
    private Optional<UnitRun> unit(
            byte[] line, int number, Map<String, PairedCell> cells, Map<String, Integer> leftOut) {
        String place = file + ":" + number;
        JsonNode json;
        try {
            json = parse(line);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(place + " is no JSON object: " + e.getOriginalMessage(), e);
        } catch (IOException e) {
            throw new IllegalArgumentException(place + " is no unit: " + e.getMessage(), e);
        }
        JsonNode cell = json.path("cell");
        if (cell.isTextual() && !cells.containsKey(cell.textValue())) {
            leftOut.merge(cell.textValue(), 1, Integer::sum);
            return Optional.empty();
        }
        try {
            return Optional.of(StoreJson.reader(UnitRun.class, cells).readValue(json));
        } catch (JsonMappingException e) {
            throw new IllegalArgumentException(
                    place + " is no unit of this version of Loomgate; if an older one wrote it, measure again: "
                            + StoreJson.why(e),
                    e);
        } catch (IOException e) {
            throw new IllegalArgumentException(place + " is no unit: " + e.getMessage(), e);
        }
    }

    /** Strictly: half a character is an error and no question mark. */
    private static JsonNode parse(byte[] line) throws IOException {
        JsonNode json = StoreJson.MAPPER.readTree(StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(line))
                .toString());
        if (!json.isObject()) {
            throw new IOException("it holds no JSON object");
        }
        return json;
    }
}
