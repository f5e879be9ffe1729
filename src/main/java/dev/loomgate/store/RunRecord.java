package dev.loomgate.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.loomgate.fingerprint.Fingerprint;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What has to be kept beside what was measured so that it can be judged again, and gone on with: {@code duel.json} or {@code cells.json} with what was asked for, the machine and the programs that
 * measured and were measured, and a copy of the thresholds file that was in force.
 *
 * @param asked the {@code loomgate.*} properties of the run; those of a duel with its seed
 * @param fingerprint the facts that decide and those of what was measured; none in records of earlier versions
 */
public record RunRecord(Kind kind, Map<String, String> asked, Fingerprint fingerprint) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String PREFIX = "loomgate.";
    private static final String ASKED = "asked";
    private static final String FINGERPRINT = "fingerprint";
    private static final String MACHINE = "machine";
    private static final String MEASURED = "measured";

    /** What was measured. */
    public enum Kind {
        /** Two arms, unit by unit. */
        DUEL("duel", "units.jsonl", "unit", "there is no duel in "),
        /** Cells, one after the other. */
        CELLS("cells", "cells", "cell", "no run has kept its cells in ");

        private final String word;
        private final String measured;
        private final String one;
        private final String missing;

        Kind(String word, String measured, String one, String missing) {
            this.word = word;
            this.measured = measured;
            this.one = one;
            this.missing = missing;
        }

        String word() {
            return word;
        }

        /** The file or folder that holds what was measured. */
        String measured() {
            return measured;
        }

        /** {@code cell} or {@code unit}. */
        public String one() {
            return one;
        }

        Path file(Path output) {
            return output.resolve(word + ".json");
        }

        /** The copy of the thresholds file in that folder. */
        public Path thresholds(Path output) {
            return output.resolve(word + "-thresholds.yml");
        }

        /** Whether there is one in that folder. */
        public boolean isIn(Path output) {
            return isRecord(file(output)) && Files.exists(output.resolve(measured));
        }

        /** How many cells or units are in that folder. */
        long kept(Path output) {
            Path place = output.resolve(measured);
            if (!Files.exists(place)) {
                return 0;
            }
            try (Stream<?> each = Files.isDirectory(place)
                    ? Files.list(place).filter(file -> file.toString().endsWith(".json"))
                    : Files.lines(place, StandardCharsets.ISO_8859_1)) {
                return each.count();
            } catch (IOException e) {
                throw new UncheckedIOException("cannot read " + place, e);
            }
        }
    }

    public RunRecord {
        asked = Map.copyOf(asked);
    }

    /** Out of all properties of a duel. */
    public static RunRecord ofDuel(Map<String, String> properties, long seed, Fingerprint fingerprint) {
        Map<String, String> seeded = new TreeMap<>(properties);
        seeded.put(PREFIX + "seed", String.valueOf(seed));
        return of(Kind.DUEL, seeded, fingerprint);
    }

    /** Out of all properties of a run. */
    public static RunRecord of(Kind kind, Map<String, String> properties, Fingerprint fingerprint) {
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
            ObjectNode json = JSON.createObjectNode();
            put(json.putObject(ASKED), new TreeMap<>(asked));
            json.put(FINGERPRINT, fingerprint.id());
            put(json.putObject(MACHINE), fingerprint.only(fingerprint.deciding()));
            put(json.putObject(MEASURED), fingerprint.only(fingerprint.measured()));
            DurableFile.replace(
                    kind.file(output), JSON.writerWithDefaultPrettyPrinter().writeValueAsString(json));
            DurableFile.replace(kind.thresholds(output), Files.readString(thresholds, StandardCharsets.UTF_8));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot write " + asked, e);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot keep " + thresholds + " with the results", e);
        }
    }

    private static void put(ObjectNode json, Map<String, String> texts) {
        texts.forEach(json::put);
    }

    /**
     * Reads it back, with the copy of the thresholds file in the place of the original.
     *
     * @throws UncheckedIOException when there is none in that folder
     */
    public static RunRecord read(Kind kind, Path output) {
        try {
            JsonNode json = JSON.readTree(kind.file(output).toFile());
            Map<String, String> asked = new TreeMap<>(texts(json.path(ASKED)));
            asked.put(PREFIX + "thresholds", kind.thresholds(output).toString());
            asked.put(PREFIX + "output", output.toString());
            Map<String, String> machine = texts(json.path(MACHINE));
            Map<String, String> measured = texts(json.path(MEASURED));
            Map<String, String> facts = new LinkedHashMap<>(machine);
            facts.putAll(measured);
            return new RunRecord(
                    kind,
                    asked,
                    new Fingerprint(facts, List.copyOf(machine.keySet()), new ArrayList<>(measured.keySet())));
        } catch (IOException e) {
            throw new UncheckedIOException(kind.missing + output + ": " + e.getMessage(), e);
        }
    }

    /** Whether a run has written that file. */
    static boolean isRecord(Path file) {
        try {
            return Files.isRegularFile(file)
                    && JSON.readTree(file.toFile()).path(ASKED).isObject();
        } catch (IOException e) {
            return false;
        }
    }

    private static Map<String, String> texts(JsonNode json) {
        Map<String, String> texts = new LinkedHashMap<>();
        json.properties()
                .forEach(entry -> texts.put(entry.getKey(), entry.getValue().asText()));
        return texts;
    }
}
