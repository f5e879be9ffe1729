package dev.loomgate.store;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.loomgate.fingerprint.Fingerprint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * A {@code results.json} that was written before, read without trust: whatever is wrong with it is said with its name.
 *
 * @param fingerprint id of the run that left it
 * @param deciding the facts behind the id, by name
 */
public record ResultsFile(String started, String fingerprint, Map<String, String> deciding, JsonNode tree) {
    /** 2: percentiles are those of good answers; until 1 those of all. */
    public static final int SCHEMA_VERSION = 2;

    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** Not a file of results; the message names it and says why. */
    public static final class Unreadable extends Exception {
        private static final long serialVersionUID = 1;

        Unreadable(Path file, String why) {
            super(file + " " + why);
        }
    }

    public static ResultsFile read(Path file) throws Unreadable {
        JsonNode tree = tree(file);
        JsonNode version = tree.path("schemaVersion");
        if (!version.isInt() || !tree.path("cells").isArray()) {
            throw new Unreadable(
                    file, "is not a results.json of Loomgate: it has no schemaVersion and no list of cells");
        }
        if (version.intValue() < 1 || version.intValue() > SCHEMA_VERSION) {
            throw new Unreadable(
                    file, "has schema version " + version.intValue() + ", this Loomgate reads 1 to " + SCHEMA_VERSION);
        }
        String id = tree.path("fingerprint").path("id").asText();
        if (!id.matches("[0-9a-f]{12}")) {
            throw new Unreadable(file, "names no fingerprint, so that it is not known what its numbers compare with");
        }
        Map<String, String> deciding = new LinkedHashMap<>();
        for (JsonNode name : tree.path("fingerprint").path("over")) {
            deciding.put(
                    name.asText(), tree.path("environment").path(name.asText()).asText("unknown"));
        }
        return new ResultsFile(tree.path("started").asText("unknown"), id, deciding, tree);
    }

    /** Whether its percentiles are those of good answers; before version 2 failed and wrong answers were among them. */
    public boolean timesGoodAnswersOnly() {
        return tree.path("schemaVersion").intValue() >= 2;
    }

    /** The facts that are not behind the id: what the run was about, and where its files lay. */
    public Map<String, String> underTest() {
        Map<String, String> others = new LinkedHashMap<>();
        tree.path("environment").properties().forEach(fact -> {
            if (!deciding.containsKey(fact.getKey())) {
                others.put(fact.getKey(), fact.getValue().asText());
            }
        });
        return others;
    }

    private static JsonNode tree(Path file) throws Unreadable {
        try {
            JsonNode tree = MAPPER.readTree(Files.readAllBytes(file));
            if (tree != null && tree.isObject()) {
                return tree;
            }
            throw new Unreadable(file, "is not a results.json of Loomgate: it holds no JSON object");
        } catch (JacksonException e) {
            throw new Unreadable(file, "is not a results.json of Loomgate: it is not JSON");
        } catch (NoSuchFileException e) {
            throw new Unreadable(file, "does not exist");
        } catch (IOException e) {
            throw new Unreadable(file, "can't be read");
        }
    }

    /** {@code kernel: 6.1.0 -> 6.8.0}, one for each deciding fact that differs, sorted by name. */
    public static List<String> differences(Map<String, String> earlier, Map<String, String> later) {
        TreeSet<String> names = new TreeSet<>(earlier.keySet());
        names.addAll(later.keySet());
        List<String> differences = new ArrayList<>();
        for (String name : names) {
            String before = earlier.getOrDefault(name, "not recorded");
            String after = later.getOrDefault(name, "not recorded");
            if (!before.equals(after)) {
                differences.add(name + ": " + before + " -> " + after);
            }
        }
        return List.copyOf(differences);
    }

    /**
     * One sentence on the run whose {@code results.json} is about to be overwritten, because a reader who remembers
     * it must know whether they compare; empty when there is none. Must be asked before the first report.
     */
    public static Optional<String> note(Path output, Fingerprint now) {
        Path file = output.resolve("results.json");
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(sentence(read(file), now));
        } catch (Unreadable e) {
            return Optional.of("the results that were here could not be read and are replaced: " + e.getMessage());
        }
    }

    private static String sentence(ResultsFile earlier, Fingerprint now) {
        if (earlier.fingerprint().equals(now.id())) {
            return "the results that were here, of " + earlier.started() + ", came from the same fingerprint";
        }
        Map<String, String> deciding = new LinkedHashMap<>();
        now.deciding().forEach(name -> deciding.put(name, now.facts().getOrDefault(name, "unknown")));
        List<String> differences = differences(earlier.deciding(), deciding);
        return "the results that were here, of " + earlier.started() + ", came from fingerprint "
                + earlier.fingerprint() + ", this run is " + now.id() + ": differs in "
                + (differences.isEmpty() ? "something that was not recorded" : String.join("; ", differences))
                + "; don't compare them";
    }
}
