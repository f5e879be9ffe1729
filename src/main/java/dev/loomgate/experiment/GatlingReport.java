package dev.loomgate.experiment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Finds the page that Gatling wrote: its folder's name holds the time of the run and cannot be chosen. */
final class GatlingReport {
    private GatlingReport() {}

    /** The newest {@code index.html} one level below; the folder itself when there is none. */
    static Path below(Path folder) {
        try (Stream<Path> runs = Files.list(folder)) {
            return runs.map(run -> run.resolve("index.html"))
                    .filter(Files::isRegularFile)
                    .max(Comparator.naturalOrder())
                    .orElse(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("Gatling left no report in " + folder, e);
        }
    }
}
