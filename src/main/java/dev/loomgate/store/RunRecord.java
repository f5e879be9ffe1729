package dev.loomgate.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.loomgate.fingerprint.Fingerprint;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What has to be kept beside what was measured so that it can be judged again, and gone on with: {@code duel.json} or
 * {@code cells.json} with what was asked for, the machine and the programs that measured and were measured, and a copy
 * of the thresholds file that was in force.
 *
 * @param asked the {@code loomgate.*} properties of the run; those of a duel with its seed
 * @param fingerprint the facts that decide and those of what was measured; none in records of earlier versions
 */
public record RunRecord(Kind kind, Map<String, String> asked, Fingerprint fingerprint) {
    private static final ObjectMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();
    /** Pairs of variants that claims are about. */
    static final String PAIRS = "pairs.jsonl";

    private static final String PREFIX = "loomgate.";

    /** What was measured. */
    public enum Kind {
        /** Two arms, unit by unit. */
        DUEL("duel", "unit", "there is no duel in "),
        /** Cells, one after the other. */
        CELLS("cells", "cell", "no run has kept its cells in ");

        private final String word;
        private final String one;
        private final String missing;

        Kind(String word, String one, String missing) {
            this.word = word;
            this.one = one;
            this.missing = missing;
        }

        String word() {
            return word;
        }

        /** The files and folders that hold what was measured. */
        List<String> measured() {
            return switch (this) {
                case DUEL -> List.of("units.jsonl");
                case CELLS -> List.of("cells", PAIRS);
            };
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
            return isRecord(file(output)) && measured().stream().anyMatch(name -> Files.exists(output.resolve(name)));
        }

        /** How many cells or units are in that folder. */
        long kept(Path output) {
            return measured().stream()
                    .mapToLong(name -> keptIn(output.resolve(name)))
                    .sum();
        }

        private static long keptIn(Path place) {
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

    /** The file. Records of earlier versions have only some of it. */
    private record Stored(
            Map<String, String> asked,
            @Nullable String fingerprint,
            Map<String, String> machine,
            Map<String, String> measured) {
        Stored {
            asked = Objects.requireNonNullElse(asked, Map.of());
            machine = Objects.requireNonNullElse(machine, Map.of());
            measured = Objects.requireNonNullElse(measured, Map.of());
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
        Map<String, String> asked = new TreeMap<>(properties);
        asked.keySet().removeIf(name -> !name.startsWith(PREFIX));
        return new RunRecord(kind, asked, fingerprint);
    }

    /** Keeps it with its thresholds file; throws {@link UncheckedIOException} when the folder can't be written. */
    public void write(Path output, Path thresholds) {
        try {
            Stored stored = new Stored(
                    new TreeMap<>(asked),
                    fingerprint.id(),
                    fingerprint.only(fingerprint.deciding()),
                    fingerprint.only(fingerprint.measured()));
            DurableFile.replace(
                    kind.file(output), JSON.writerWithDefaultPrettyPrinter().writeValueAsString(stored));
            DurableFile.replace(kind.thresholds(output), Files.readString(thresholds, StandardCharsets.UTF_8));
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
            Stored stored = JSON.readValue(kind.file(output).toFile(), Stored.class);
            Map<String, String> asked = new TreeMap<>(stored.asked());
            asked.put(PREFIX + "thresholds", kind.thresholds(output).toString());
            asked.put(PREFIX + "output", output.toString());
            Map<String, String> facts = new LinkedHashMap<>(stored.machine());
            facts.putAll(stored.measured());
            return new RunRecord(
                    kind,
                    asked,
                    new Fingerprint(
                            facts,
                            List.copyOf(stored.machine().keySet()),
                            List.copyOf(stored.measured().keySet())));
        } catch (IOException e) {
            throw new UncheckedIOException(kind.missing + output + ": " + e.getMessage(), e);
        }
    }

    /** Whether a run has written that file. */
    static boolean isRecord(Path file) {
        try {
            return Files.isRegularFile(file)
                    && JSON.readTree(file.toFile()).path("asked").isObject();
        } catch (IOException e) {
            return false;
        }
    }
}
