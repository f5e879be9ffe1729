package dev.loomgate.load;

import dev.loomgate.server.Placement;
import java.nio.file.Path;

/**
 * The real generator as tests of what it sends need it: on any CPU, and cold, because none of them judges a latency.
 */
final class UnpinnedGenerator {
    static final Placement ANYWHERE = new Placement("", "", 1, 1, "not pinned");

    private UnpinnedGenerator() {}

    /** @param folder for its log */
    static LoadGenerator in(Path folder) {
        return LoadGenerator.cold(setup(folder.resolve("generator.log")));
    }

    static GeneratorSetup setup(Path log) {
        return new GeneratorSetup(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                System.getProperty("java.class.path"),
                ANYWHERE,
                log);
    }
}
