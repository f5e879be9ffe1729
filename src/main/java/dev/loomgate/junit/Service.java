package dev.loomgate.junit;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A service of a test in Java: a jar, a command or an image that answers HTTP. Each method gives another one.
 *
 * <pre>{@code
 * Service.jar("target/shop.jar").portProperty("server.port").ready("/actuator/health")
 * Service.command("node", "server.js").portVariable("PORT").ready("/health")
 * Service.image("acme/shop:1.4").jvm().portProperty("server.port").ready("/health")
 * }</pre>
 */
public final class Service {
    private static final String HEAP = "256 MiB";
    private static final String MEMORY = "768 MiB";

    private final Map<String, Object> keys;
    private final int java;
    private final String heap;
    private final String memory;

    private Service(Map<String, Object> keys, int java, String heap, String memory) {
        this.keys = keys;
        this.java = java;
        this.heap = heap;
        this.memory = memory;
    }

    /** On the Java version of this test, with a heap of 256 MiB. */
    public static Service jar(String file) {
        return of("jar", Keys.path(file));
    }

    /** A command of this machine, which is run in the folder of the test; it need not be a JVM. */
    public static Service command(String... words) {
        return of("command", List.of(words)).with("folder", Keys.path(""));
    }

    /** An image, which runs through Testcontainers; its memory is that of {@link #memory}. */
    public static Service image(String name) {
        return of("image", name);
    }

    private static Service of(String form, Object value) {
        return new Service(Map.of(form, value), Runtime.version().feature(), HEAP, MEMORY);
    }

    /** Says that an image is a JVM that takes options from {@code JAVA_TOOL_OPTIONS}, and so tells what a JVM tells. */
    public Service jvm() {
        return with("jvm", true);
    }

    /** System property that tells it where to listen: {@code server.port}. */
    public Service portProperty(String name) {
        return with("port", Map.of("property", name));
    }

    /** Environment variable that tells it where to listen: {@code PORT}. */
    public Service portVariable(String name) {
        return with("port", Map.of("env", name));
    }

    /** Argument that tells it where to listen: {@code --port={port}}. */
    public Service portArgument(String text) {
        return with("port", Map.of("argument", text));
    }

    /** The port that it always listens on. */
    public Service portFixed(int port) {
        return with("port", Map.of("fixed", port));
    }

    /** Path that answers with a good status once it serves. */
    public Service ready(String path) {
        return with("ready", path);
    }

    /** How long that may take; a minute where nothing is said. */
    public Service within(Duration duration) {
        return with("within", duration.toMillis() + " ms");
    }

    /**
     * Asked over TLS.
     *
     * @param certificate file with that of the service, or of who has signed it
     */
    public Service tls(String certificate) {
        return with("tls", Map.of("certificate", Keys.path(certificate)));
    }

    /** Asked in HTTP/2, which is over TLS here. */
    public Service http2() {
        return with("http", 2);
    }

    /** A system property that it is started with. */
    public Service setting(String name, String value) {
        return with("settings", Keys.more(keys, "settings", name, value));
    }

    /** An environment variable that it is started with. */
    public Service env(String name, String value) {
        return with("env", Keys.more(keys, "env", name, value));
    }

    /**
     * A PostgreSQL database of its own, new in each start; {@code ${database.host}}, {@code .port}, {@code .name},
     * {@code .user} and {@code .password} in settings, arguments and variables say where it is.
     *
     * @param seed SQL files that fill it
     */
    public Service needsDatabase(String... seed) {
        List<String> files = Stream.of(seed).map(Keys::path).toList();
        return with("needs", Keys.more(keys, "needs", "database", files.isEmpty() ? Map.of() : Map.of("seed", files)));
    }

    /**
     * Another service behind it; {@code ${name.host}} and {@code ${name.port}} in settings, arguments and variables say
     * where it is.
     */
    public Service needs(String name, Need need) {
        return with("needs", Keys.more(keys, "needs", name, need.keys()));
    }

    /** Arguments behind the jar, or in place of the command of an image. */
    public Service args(String... arguments) {
        return with("args", List.of(arguments));
    }

    /** Further options of its JVM. */
    public Service jvmArgs(String... options) {
        return with("jvm-args", List.of(options));
    }

    /** Another feature version of Java, which has to be on this machine. */
    public Service onJava(int version) {
        return new Service(keys, version, heap, memory);
    }

    /**
     * Other limits, as in {@code 512 MiB}.
     *
     * @param all that its container may use; a forked JVM has none
     */
    public Service memory(String ofHeap, String all) {
        return new Service(keys, java, ofHeap, all);
    }

    private Service with(String key, Object value) {
        return new Service(Keys.with(keys, key, value), java, heap, memory);
    }

    Map<String, Object> keys() {
        return keys;
    }

    String runtime() {
        return "jdk" + java;
    }

    Map<String, Object> runtimeKeys() {
        return new LinkedHashMap<>(Map.of("java", java, "heap", heap, "memory", memory));
    }

    /** {@code heap 256 MiB, memory 768 MiB}. */
    String limits() {
        return "heap " + heap + ", memory " + memory;
    }

    /** Whether both are one program with the same settings, and differ in Java at most. */
    boolean isSameProgramAs(Service other) {
        return keys.equals(other.keys);
    }
}
