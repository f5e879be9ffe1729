package dev.loomgate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A run is killed after some cells. It goes on where it stopped when nothing has changed, and starts anew, with the
 * reason, when a server was rebuilt.
 */
@Tag("untimed")
class ContinuedRunIT {
    private static final Path THRESHOLDS = Path.of("src/test/resources/continued/thresholds.yml");
    private static final int CELLS = 5;

    @TempDir
    Path folder;

    @Test
    void cellsOfOneBuildAreNotJudgedTogetherWithThoseOfAnother() throws IOException, InterruptedException {
        Path output = folder.resolve("loomgate");
        copyOfTheServer();
        try (WatchedRun run = start(output)) {
            run.awaitLine(CELLS + " of 7");
            // While it runs, a build exchanges the jar: the run measures its own copy.
            assertThat(output.resolve("measured-servers/helidon/run.jar")).hasSameBinaryContentAs(jar());
            run.kill();
        }

        try (WatchedRun run = start(output, "-Dloomgate.continue=true", "-Dloomgate.strict=true")) {
            run.awaitLine("going on after " + CELLS + " cells in " + output);
            run.kill();
        }

        rebuild();
        try (WatchedRun run = start(output, "-Dloomgate.continue=true")) {
            run.awaitLine("starting anew: server helidon was rebuilt since: sha256 ");
            run.kill();
        }
        Path before = before(output);
        assertThat(before.resolve("cells")).isNotEmptyDirectory();
        assertThat(output.resolve("cells")).doesNotExist();
        assertThat(output.resolve("results.json")).doesNotExist();
    }

    private WatchedRun start(Path output, String... more) throws IOException {
        return WatchedRun.start(
                "continued",
                THRESHOLDS,
                output,
                Map.of(),
                Stream.concat(
                                Stream.of(
                                        "-Dloomgate.servers=" + folder.resolve("servers"),
                                        "-Djava.io.tmpdir=" + folder),
                                Stream.of(more))
                        .toList());
    }

    private Path jar() {
        return folder.resolve("servers/helidon/run.jar");
    }

    private void copyOfTheServer() throws IOException {
        Path built = Path.of("target/servers/helidon");
        Files.createDirectories(jar().resolveSibling("libs"));
        Files.copy(built.resolve("run.jar"), jar());
        try (Stream<Path> libs = Files.list(built.resolve("libs"))) {
            for (Path lib : libs.toList()) {
                Files.copy(lib, jar().resolveSibling("libs").resolve(lib.getFileName()));
            }
        }
    }

    /** One entry more. */
    private void rebuild() throws IOException {
        try (FileSystem inside = FileSystems.newFileSystem(jar(), Map.of())) {
            Files.writeString(inside.getPath("META-INF", "rebuilt.txt"), "rebuilt");
        }
    }

    private static Path before(Path output) throws IOException {
        try (Stream<Path> entries = Files.list(output)) {
            List<Path> before = entries.filter(
                            entry -> entry.getFileName().toString().startsWith("cells.before-"))
                    .toList();
            assertThat(before).hasSize(1);
            return before.getFirst();
        }
    }
}
