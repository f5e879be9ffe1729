package dev.loomgate.sampling;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import one.convert.Arguments;
import one.convert.JfrToFlame;

/**
 * The flame graph of a flight recording: one page for itself, with all stacks of running threads and how often each was
 * seen.
 */
public final class FlameGraph {
    private FlameGraph() {}

    /** The page that lies beside a recording. */
    public static Path beside(Path recording) {
        String name = String.valueOf(recording.getFileName());
        return recording.resolveSibling(name.replaceFirst("\\.jfr$", "") + ".flame.html");
    }

    /** Says why it could not, if it could not: a graph that can't be drawn takes no number with it. */
    static Optional<String> draw(Path recording, boolean ofCpuTime) {
        Arguments arguments = new Arguments();
        arguments.cpuTime = ofCpuTime;
        arguments.title = String.valueOf(recording.getFileName());
        try {
            JfrToFlame.convert(recording.toString(), beside(recording).toString(), arguments);
            return Optional.empty();
        } catch (IOException | RuntimeException e) {
            return Optional.of("it can't be drawn: " + e);
        }
    }
}
