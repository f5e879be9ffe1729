package dev.loomgate.store;

import dev.loomgate.fingerprint.Fingerprint;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The run whose results are about to be overwritten: a reader who remembers them must know whether they compare. */
public final class EarlierRun {
    private EarlierRun() {}

    /** One sentence on the {@code results.json} in the output folder; empty when there is none. Must be asked before the first report. */
    public static Optional<String> note(Path output, Fingerprint now) {
        Path file = output.resolve("results.json");
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(sentence(ResultsFile.read(file), now));
        } catch (ResultsFile.Unreadable e) {
            return Optional.of("the results that were here could not be read and are replaced: " + e.getMessage());
        }
    }

    private static String sentence(ResultsFile earlier, Fingerprint now) {
        if (earlier.fingerprint().equals(now.id())) {
            return "the results that were here, of " + earlier.started() + ", came from the same fingerprint";
        }
        Map<String, String> deciding = new LinkedHashMap<>();
        now.deciding().forEach(name -> deciding.put(name, now.facts().getOrDefault(name, "unknown")));
        List<String> differences = ResultsFile.differences(earlier.deciding(), deciding);
        return "the results that were here, of " + earlier.started() + ", came from fingerprint "
                + earlier.fingerprint() + ", this run is " + now.id() + ": differs in "
                + (differences.isEmpty() ? "something that was not recorded" : String.join("; ", differences))
                + "; don't compare them";
    }
}
