package dev.loomgate.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
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
 * @param fingerprint id of the machine and the software that measured; empty in records of earlier versions
 */
public record DuelRecord(Map<String, String> asked, String fingerprint) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String PREFIX = "loomgate.";
    private static final String FILE = "duel.json";
    private static final String ASKED = "asked";
    private static final String FINGERPRINT = "fingerprint";
    private static final String THRESHOLDS = "duel-thresholds.yml";

    public DuelRecord {
        asked = Map.copyOf(asked);
    }

    /** Out of all properties of a run. */
    public static DuelRecord of(Map<String, String> properties, long seed, String fingerprint) {
        Map<String, String> asked = new TreeMap<>();
        properties.forEach((name, value) -> {
            if (name.startsWith(PREFIX)) {
                asked.put(name, value);
            }
        });
        asked.put(PREFIX + "seed", String.valueOf(seed));
        return new DuelRecord(asked, fingerprint);
    }

    /** Keeps it with its thresholds file; throws {@link UncheckedIOException} when the folder can't be written. */
    public void write(Path output, Path thresholds) {
        try {
            ReportWriter.replace(
                    output,
                    FILE,
                    JSON.writerWithDefaultPrettyPrinter()
                            .writeValueAsString(
                                    new TreeMap<>(Map.of(ASKED, new TreeMap<>(asked), FINGERPRINT, fingerprint))));
            ReportWriter.replace(output, THRESHOLDS, Files.readString(thresholds, StandardCharsets.UTF_8));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot write " + asked, e);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot keep " + thresholds + " with the results", e);
        }
    }

    /** Whether there is one in that folder. */
    public static boolean isIn(Path output) {
        return Files.exists(output.resolve(FILE)) && Files.exists(output.resolve("units.jsonl"));
    }

    /** The copy of the thresholds file in that folder. */
    public static Path thresholds(Path output) {
        return output.resolve(THRESHOLDS);
    }

    /**
     * Reads it back, with the copy of the thresholds file in the place of the original.
     *
     * @throws UncheckedIOException when there is no duel in that folder
     */
    public static DuelRecord read(Path output) {
        try {
            JsonNode json = JSON.readTree(output.resolve(FILE).toFile());
            Map<String, String> asked = new TreeMap<>();
            json.path(ASKED)
                    .properties()
                    .forEach(entry -> asked.put(entry.getKey(), entry.getValue().asText()));
            asked.put(PREFIX + "thresholds", output.resolve(THRESHOLDS).toString());
            asked.put(PREFIX + "output", output.toString());
            return new DuelRecord(asked, json.path(FINGERPRINT).asText());
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "there is no duel in " + output + " that could be judged again: " + e.getMessage(), e);
        }
    }
}
