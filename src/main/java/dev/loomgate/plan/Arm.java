package dev.loomgate.plan;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * One side of a comparison: what is started, on what, and from which build.
 *
 * @param label what tells it from the other arm, in reports and request names: {@code jdk21},
 *     {@code virtual}, {@code older build}
 * @param servers folder that holds the built servers
 */
public record Arm(String label, Variant variant, JvmRuntime runtime, Path servers) {
    private static final String JAVA_HOME = "JAVA_HOME";

    /**
     * What decides what is started, but for the jar and the Java. What changes nothing is left out: names, the heap of a
     * command.
     */
    List<Object> settings() {
        Program program = variant.program();
        return List.of(
                parts(program),
                variant.protocol(),
                variant.settings(),
                variables(),
                variant.isJvm() ? runtime.heapMebibytes() : "no heap",
                variant.isJvm()
                        ? Stream.concat(runtime.jvmArgs().stream(), variant.jvmArgs().stream())
                                .toList()
                        : "no options",
                runtime.cpus(),
                program instanceof Program.Command && !runtime.limited() ? "no limit" : runtime.memoryMebibytes());
    }

    private static List<Object> parts(Program program) {
        return switch (program) {
            case Program.Shipped shipped -> List.of("server");
            case Program.Jar jar -> List.of("jar", jar.runsIn(), jar.port(), jar.arguments(), jar.needs());
            case Program.Command command ->
                List.of("command", command.folder(), command.words(), command.port(), command.needs());
            case Program.Image image ->
                List.of("image", image.name(), image.words(), image.jvm(), image.port(), image.needs());
        };
    }

    private Map<String, String> variables() {
        return Ordered.both(runtime.environment(), variant.program().environment());
    }

    /** The Java that it gets: none where it brings its own; a command is told where it is. */
    List<Object> java() {
        return switch (variant.program()) {
            case Program.Shipped shipped -> List.of(runtime.java(), runtime.home(), runtime.image());
            case Program.Jar jar -> List.of(runtime.java(), runtime.home(), runtime.image());
            case Program.Command command ->
                variables().containsKey(JAVA_HOME) ? List.of() : List.of(runtime.java(), runtime.home());
            case Program.Image image -> List.of();
        };
    }

    /** Where its jar stands, or what it is built from; nothing where it has none. */
    List<Object> jar() {
        return switch (variant.program()) {
            case Program.Shipped shipped -> List.of(servers, shipped.folder());
            case Program.Jar jar -> List.of(jar.file(), jar.revision());
            case Program.Command command -> List.of();
            case Program.Image image -> List.of();
        };
    }
}
