package dev.loomgate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A run in which something trips a guard, and what has to be kept of it. */
final class GuardedRun {
    private static final Path THRESHOLDS = Path.of("src/test/resources/guards/thresholds.yml");

    private GuardedRun() {}

    /**
     * Beside any other run.
     *
     * @param folder of its lock and of its output, which is called like its scale
     * @param guards of the thresholds file, to what is asked for in their place
     * @param environment variables on top of this JVM's own
     */
    static WatchedRun start(String scale, Path folder, Map<String, String> guards, Map<String, String> environment)
            throws IOException {
        return WatchedRun.start(
                scale,
                tightened(folder.resolve(scale + ".yml"), guards),
                folder.resolve(scale),
                environment,
                List.of("-Djava.io.tmpdir=" + folder));
    }

    /** The thresholds with other guards; each must be in the file. */
    private static Path tightened(Path file, Map<String, String> guards) throws IOException {
        String text = Files.readString(THRESHOLDS);
        for (Map.Entry<String, String> guard : guards.entrySet()) {
            assertThat(text).contains(guard.getKey());
            text = text.replace("  " + guard.getKey() + "\n", "  " + guard.getValue() + "\n");
        }
        return Files.writeString(file, text);
    }

    /** Nothing that was measured is lost because it was invalid. */
    static void assertKept(KeptResults.Iteration iteration) {
        assertThat(iteration.started()).isPositive();
        assertThat(iteration.readings().path("p50").path("value").asDouble()).isPositive();
        assertThat(iteration.hlog()).isNotEmpty();
    }

    static void assertNotMeasured(KeptResults.Cell cell, String reason) {
        assertThat(cell.outcome()).isEqualTo("INVALID");
        assertThat(String.join("\n", cell.reasons())).contains(reason);
        assertThat(cell.red()).isNotEmpty().allMatch(message -> message.contains("not a regression"));
    }
}
