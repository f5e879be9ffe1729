package dev.loomgate.load;

import java.nio.file.Path;
import java.util.List;

/**
 * How the generator JVM is started.
 *
 * @param java the {@code java} program
 * @param classPath of simulations, Gatling and this package
 * @param pinning command in front of {@code java}: {@code taskset -c 1}; empty when nothing is pinned
 * @param cpuCount CPUs the generator may use; it runs one event loop on each
 * @param jvmOptions further options of its JVM; a garbage collector or a property among them replaces the usual one
 * @param log receives all that Gatling prints
 */
public record GeneratorSetup(
        Path java, String classPath, List<String> pinning, int cpuCount, List<String> jvmOptions, Path log) {
    public GeneratorSetup {
        pinning = List.copyOf(pinning);
        jvmOptions = List.copyOf(jvmOptions);
        if (cpuCount < 1) {
            throw new IllegalArgumentException("the generator needs at least 1 CPU, was " + cpuCount);
        }
    }

    /** The usual JVM. */
    public GeneratorSetup(Path java, String classPath, List<String> pinning, int cpuCount, Path log) {
        this(java, classPath, pinning, cpuCount, List.of(), log);
    }
}
