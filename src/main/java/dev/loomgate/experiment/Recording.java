package dev.loomgate.experiment;

import java.nio.file.Path;
import java.util.List;

/**
 * A flight recording of each arm, through one phase or several.
 *
 * @param files one for each arm of the phase, in its order
 * @param begins whether it begins with this phase
 * @param ends whether it ends with this phase, and is read
 */
record Recording(List<Path> files, boolean begins, boolean ends) {
    Recording {
        files = List.copyOf(files);
    }

    /** Of one arm, in a phase of its own. */
    static Recording of(Path file) {
        return new Recording(List.of(file), true, true);
    }

    /**
     * Where it lies.
     *
     * @param output folder of the run
     * @param id of what is recorded
     */
    static Path file(Path output, String id) {
        return output.resolve("jfr").resolve(id + ".jfr");
    }
}
