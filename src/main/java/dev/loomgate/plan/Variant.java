package dev.loomgate.plan;

import dev.loomgate.plan.Program.PortSetting;
import java.time.Duration;
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

    public Variant {
        settings = Ordered.copy(settings);
        jvmArgs = List.copyOf(jvmArgs);
        effective = Ordered.copy(effective);
    }

    /** With HTTP/1.1 without TLS. */
    public Variant(
            String name,
            Program program,
            Map<String, String> settings,
            List<String> jvmArgs,
            Map<String, String> effective) {
        this(name, program, settings, jvmArgs, effective, Protocol.PLAIN);
    }

    /** The same with another program. */
    Variant with(Program other) {
        return new Variant(name, other, settings, jvmArgs, effective, protocol);
    }

    /** Where its program stands among those of a run: that of a server of this project is shared by its variants. */
    public String folder() {
        return switch (program) {
            case Program.Shipped shipped -> shipped.folder();
            case Program.Service service -> name;
        };
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

    /** How it is told where to listen; empty for a server of this project. */
    public Optional<PortSetting> port() {
        return service().map(Program.Service::port);
    }

    /** The port that it always listens on; empty where it is told one. */
    public OptionalInt fixedPort() {
        return port().orElse(null) instanceof PortSetting.Fixed fixed
                ? OptionalInt.of(fixed.port())
                : OptionalInt.empty();
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

    /** Path that answers well once it serves. */
    public String ready() {
        return service().map(Program.Service::ready).orElse("/empty");
    }

    /** How long it may take until it serves; empty where that is the same for all. */
    public Optional<Duration> readyWithin() {
        return service().map(Program.Service::within);
    }

    private Optional<Program.Service> service() {
        return program instanceof Program.Service service ? Optional.of(service) : Optional.empty();
    }

    /** What it must report on that runtime: {@code runtime-memory} becomes the runtime's memory in MiB. */
    public Map<String, String> effectiveOn(JvmRuntime runtime) {
        Map<String, String> resolved = new LinkedHashMap<>(effective);
        resolved.replaceAll(
                (key, value) -> value.equals(RUNTIME_MEMORY) ? String.valueOf(runtime.memoryMebibytes()) : value);
        return Collections.unmodifiableMap(resolved);
    }
}
