package dev.loomgate.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * What has to be kept beside {@code units.jsonl} so that it can be judged again: {@code duel.json} with what was asked for, and {@code duel-thresholds.yml}, a copy of
 * the file that was in force.
 *
 * @param asked the {@code loomgate.*} properties of the run, with its seed
 */
public record DuelRecord(Map<String, String> asked) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String PREFIX = "loomgate.";
    private static final String FILE = "duel.json";
    private static final String THRESHOLDS = "duel-thresholds.yml";

    public DuelRecord {
        asked = Map.copyOf(asked);
    }

    /** Out of all properties of a run. */
    public static DuelRecord of(Map<String, String> properties, long seed) {
        Map<String, String> asked = new TreeMap<>();
        properties.forEach((name, value) -> {
            if (name.startsWith(PREFIX)) {
                asked.put(name, value);
            }
        });
        asked.put(PREFIX + "seed", String.valueOf(seed));
        return new DuelRecord(asked);
    }

    /** Keeps it with its thresholds file; throws {@link UncheckedIOException} when the folder can't be written. */
    public void write(Path output, Path thresholds) {
        try {
            ReportWriter.replace(
                    output,
                    FILE,
                    JSON.writerWithDefaultPrettyPrinter().writeValueAsString(Map.of("asked", new TreeMap<>(asked))));
            ReportWriter.replace(output, THRESHOLDS, Files.readString(thresholds, StandardCharsets.UTF_8));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot write " + asked, e);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot keep " + thresholds + " with the results", e);
        }
    }

    /**
     * Reads it back, with the copy of the thresholds file in the place of the original.
     *
     * @throws UncheckedIOException when there is no duel in that folder
     */
    public static DuelRecord read(Path output) {
        try {
            Map<String, Map<String, String>> json =
                    JSON.readValue(output.resolve(FILE).toFile(), new TypeReference<>() {});
            Map<String, String> asked = new TreeMap<>(json.getOrDefault("asked", Map.of()));
            asked.put(PREFIX + "thresholds", output.resolve(THRESHOLDS).toString());
            asked.put(PREFIX + "output", output.toString());
            return new DuelRecord(asked);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "there is no duel in " + output + " that could be judged again: " + e.getMessage(), e);
        }
    }
}
