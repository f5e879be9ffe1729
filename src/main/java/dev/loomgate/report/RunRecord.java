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
 * What has to be kept beside what was measured so that it can be judged again, and gone on with: {@code duel.json} or {@code cells.json} with what was asked for, and a copy of the thresholds file that
 * was in force.
 *
 * @param asked the {@code loomgate.*} properties of the run; those of a duel with its seed
 * @param fingerprint id of the machine and the software that measured; empty in records of earlier versions
 */
public record RunRecord(Kind kind, Map<String, String> asked, String fingerprint) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String PREFIX = "loomgate.";
    private static final String ASKED = "asked";
    private static final String FINGERPRINT = "fingerprint";

    /** What was measured. */
    public enum Kind {
        /** Two arms, unit by unit. */
        DUEL("duel", "units.jsonl", "there is no duel in "),
        /** Cells, one after the other. */
        CELLS("cells", "cells", "no run has kept its cells in ");

        private final String word;
        private final String measured;
        private final String missing;

        Kind(String word, String measured, String missing) {
            this.word = word;
            this.measured = measured;
            this.missing = missing;
        }

        private Path file(Path output) {
            return output.resolve(word + ".json");
        }

        /** The copy of the thresholds file in that folder. */
        public Path thresholds(Path output) {
            return output.resolve(word + "-thresholds.yml");
        }

        /** Whether there is one in that folder. */
        public boolean isIn(Path output) {
            return Files.exists(file(output)) && Files.exists(output.resolve(measured));
        }
    }

    public RunRecord {
        asked = Map.copyOf(asked);
    }

    /** Out of all properties of a duel. */
    public static RunRecord ofDuel(Map<String, String> properties, long seed, String fingerprint) {
        Map<String, String> seeded = new TreeMap<>(properties);
        seeded.put(PREFIX + "seed", String.valueOf(seed));
        return of(Kind.DUEL, seeded, fingerprint);
    }

    /** Out of all properties of a run. */
    public static RunRecord of(Kind kind, Map<String, String> properties, String fingerprint) {
        Map<String, String> asked = new TreeMap<>();
        properties.forEach((name, value) -> {
            if (name.startsWith(PREFIX)) {
                asked.put(name, value);
            }
        });
        return new RunRecord(kind, asked, fingerprint);
    }

    /** Keeps it with its thresholds file; throws {@link UncheckedIOException} when the folder can't be written. */
    public void write(Path output, Path thresholds) {
        try {
            ReportWriter.replace(
                    output,
                    kind.file(output).getFileName().toString(),
                    JSON.writerWithDefaultPrettyPrinter()
                            .writeValueAsString(
                                    new TreeMap<>(Map.of(ASKED, new TreeMap<>(asked), FINGERPRINT, fingerprint))));
            ReportWriter.replace(
                    output,
                    kind.thresholds(output).getFileName().toString(),
                    Files.readString(thresholds, StandardCharsets.UTF_8));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot write " + asked, e);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot keep " + thresholds + " with the results", e);
        }
    }

    /**
     * Reads it back, with the copy of the thresholds file in the place of the original.
     *
     * @throws UncheckedIOException when there is none in that folder
     */
    public static RunRecord read(Kind kind, Path output) {
        try {
            JsonNode json = JSON.readTree(kind.file(output).toFile());
            Map<String, String> asked = new TreeMap<>();
            json.path(ASKED)
                    .properties()
                    .forEach(entry -> asked.put(entry.getKey(), entry.getValue().asText()));
            asked.put(PREFIX + "thresholds", kind.thresholds(output).toString());
            asked.put(PREFIX + "output", output.toString());
            return new RunRecord(kind, asked, json.path(FINGERPRINT).asText());
        } catch (IOException e) {
            throw new UncheckedIOException(kind.missing + output + ": " + e.getMessage(), e);
        }
    }
}
