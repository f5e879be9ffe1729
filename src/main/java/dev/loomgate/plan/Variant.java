package dev.loomgate.plan;

import dev.loomgate.plan.Program.PortSetting;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A server program with its start settings.
 *
 * @param name as in thresholds.yml: {@code platform-100}
 * @param program what is started
 * @param settings system properties the server is started with, in order
 * @param jvmArgs extra JVM arguments of this variant
 * @param effective what the running server must report of itself (its answer to {@code GET /effective}); a difference
 *     makes results INVALID. The value {@code runtime-memory} stands for the runtime's memory in MiB
 * @param protocol that is spoken with it
 */
public record Variant(
        String name,
        Program program,
        Map<String, String> settings,
        List<String> jvmArgs,
        Map<String, String> effective,
        Protocol protocol) {
    /** What the servers of this project are compiled for. */
    private static final int JAVA_OF_SHIPPED = 21;

    private static final String RUNTIME_MEMORY = "runtime-memory";
    /** What a server reports of itself as the number of threads that serve requests; absent where there is none. */
    public static final String REQUEST_THREADS = "request-threads";

    public Variant {
        settings = Ordered.copy(settings);
        jvmArgs = List.copyOf(jvmArgs);
        effective = Ordered.copy(effective);
    }

    Variant with(Program other) {
        return new Variant(name, other, settings, jvmArgs, effective, protocol);
    }

    /** The same program under another name, with more settings, or other values of them. */
    Variant as(String other, Map<String, String> more, Map<String, String> reported) {
        return new Variant(
                other, program, Ordered.both(settings, more), jvmArgs, Ordered.both(effective, reported), protocol);
    }

    /** Where its program stands among those of a run: that of a server of this project is shared by its variants. */
    public String folder() {
        return program instanceof Program.Shipped shipped ? shipped.folder() : name;
    }

    /** How its jar is called there; empty where it has none. */
    public String jarName() {
        return switch (program) {
            case Program.Shipped shipped -> "run.jar";
            case Program.Jar jar -> String.valueOf(jar.file().getFileName());
            case Program.Command command -> "";
            case Program.Image image -> "";
        };
    }

    /** Whether it is a JVM that is started with our options, and so tells what a JVM tells. */
    public boolean isJvm() {
        return hasJar() || (program instanceof Program.Image image && image.jvm());
    }

    /** Whether it is a jar that {@code java} runs, and neither a command nor an image. */
    public boolean hasJar() {
        return program instanceof Program.Jar || program instanceof Program.Shipped;
    }

    /** The port that it always listens on; empty where it is told one. */
    public OptionalInt fixedPort() {
        return program.port() instanceof PortSetting.Fixed fixed ? OptionalInt.of(fixed.port()) : OptionalInt.empty();
    }

    /** Whether it has a network of its own, in which two of them may listen on the same port. */
    public boolean hasOwnNetwork() {
        return program instanceof Program.Image && fixedPort().isPresent();
    }

    /** Whether it answers {@code /effective} and reads the lifeline, as the servers of this project do. */
    public boolean keepsContract() {
        return program instanceof Program.Shipped;
    }

    /** Why it does not run on a runtime; empty where it may. */
    Optional<String> refusal(JvmRuntime runtime) {
        return keepsContract() && runtime.java() < JAVA_OF_SHIPPED
                ? Optional.of("runtime " + runtime.name() + " is Java " + runtime.java() + ", and " + name
                        + ", a server of this project, needs " + JAVA_OF_SHIPPED
                        + " or newer: name another runtime, or your own service with -Dloomgate.variants")
                : Optional.empty();
    }

    /** What it must report on that runtime: {@code runtime-memory} becomes the runtime's memory in MiB. */
    public Map<String, String> effectiveOn(JvmRuntime runtime) {
        Map<String, String> resolved = new LinkedHashMap<>(effective);
        resolved.replaceAll(
                (key, value) -> value.equals(RUNTIME_MEMORY) ? String.valueOf(runtime.memoryMebibytes()) : value);
        return Collections.unmodifiableMap(resolved);
    }

    /** Empty where it has no fixed number of them. */
    public OptionalInt requestThreads(JvmRuntime runtime) {
        String threads = effectiveOn(runtime).getOrDefault(REQUEST_THREADS, "");
        return threads.matches("[1-9][0-9]{0,8}") ? OptionalInt.of(Integer.parseInt(threads)) : OptionalInt.empty();
    }
}
