package dev.loomgate.sampling;

import java.io.IOException;
import java.nio.file.Path;
import one.convert.Arguments;
import one.convert.JfrToFlame;

/** The flame graph of a flight recording: one page for itself, with all stacks of running threads and how often each was seen. */
public final class FlameGraph {
    private FlameGraph() {}

    /** The page that lies beside a recording. */
    public static Path beside(Path recording) {
        String name = String.valueOf(recording.getFileName());
        return recording.resolveSibling(name.replaceFirst("\\.jfr$", "") + ".flame.html");
    }

    static void draw(Path recording) throws IOException {
        Arguments arguments = new Arguments();
        arguments.title = String.valueOf(recording.getFileName());
        JfrToFlame.convert(recording.toString(), beside(recording).toString(), arguments);
    }
}
