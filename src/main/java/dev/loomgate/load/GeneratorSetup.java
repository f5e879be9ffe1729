package dev.loomgate.load;

import dev.loomgate.server.Placement;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * How the generator JVM is started.
 *
 * @param java the {@code java} program
 * @param classPath of simulations, Gatling and this package
 * @param placement the generator's CPUs; it runs one event loop on each
 * @param jvmOptions further options of its JVM; a garbage collector or a property among them replaces the usual one
 * @param log receives all that Gatling prints
 */
public record GeneratorSetup(Path java, String classPath, Placement placement, List<String> jvmOptions, Path log) {
    public GeneratorSetup {
        jvmOptions = List.copyOf(jvmOptions);
    }

    /**
     * What every generator with so many CPUs is set to, for the fingerprint: other settings would give other numbers.
     */
    public static Map<String, String> settings(int cpuCount) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("generator event loops", String.valueOf(cpuCount));
        settings.put("generator JVM", "heap " + GeneratorProcess.HEAP + ", Serial GC, sees " + cpuCount + " CPUs");
        settings.put("request time-out", GeneratorProcess.REQUEST_TIMEOUT.toSeconds() + " s");
        return settings;
    }

    /** The same with one more option of its JVM. */
    GeneratorSetup with(String option) {
        return new GeneratorSetup(
                java,
                classPath,
                placement,
                Stream.concat(jvmOptions.stream(), Stream.of(option)).toList(),
                log);
    }

    /** The usual JVM. */
    public GeneratorSetup(Path java, String classPath, Placement placement, Path log) {
        this(java, classPath, placement, List.of(), log);
    }
}
