package dev.loomgate.junit;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A service of a test in Java: an executable jar that answers HTTP. Each method gives another one.
 *
 * <pre>{@code
 * Service.jar("target/shop.jar").portProperty("server.port").ready("/actuator/health")
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
        return new Service(
                Map.of("jar", Path.of(file).toAbsolutePath().toString()),
                Runtime.version().feature(),
                HEAP,
                MEMORY);
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

    /** Path that answers with a good status once it serves. */
    public Service ready(String path) {
        return with("ready", path);
    }

    /** A system property that it is started with. */
    public Service setting(String name, String value) {
        return with("settings", more("settings", name, value));
    }

    /** An environment variable that it is started with. */
    public Service env(String name, String value) {
        return with("env", more("env", name, value));
    }

    /**
     * A PostgreSQL database of its own, new in each start; {@code ${database.host}}, {@code .port}, {@code .name},
     * {@code .user} and {@code .password} in settings, arguments and variables say where it is.
     *
     * @param seed SQL files that fill it
     */
    public Service needsDatabase(String... seed) {
        List<String> files = Stream.of(seed)
                .map(file -> Path.of(file).toAbsolutePath().toString())
                .toList();
        return with("needs", Map.of("database", files.isEmpty() ? Map.of() : Map.of("seed", files)));
    }

    /** Arguments behind the jar. */
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

    private Map<String, Object> more(String key, String name, String value) {
        Map<String, Object> all = new LinkedHashMap<>();
        if (keys.get(key) instanceof Map<?, ?> before) {
            before.forEach((old, text) -> all.put(String.valueOf(old), text));
        }
        all.put(name, value);
        return all;
    }

    private Service with(String key, Object value) {
        Map<String, Object> more = new LinkedHashMap<>(keys);
        more.put(key, value);
        return new Service(more, java, heap, memory);
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

    /** Whether both are one program with the same settings, and differ in Java at most. */
    boolean isSameProgramAs(Service other) {
        return keys.equals(other.keys);
    }
}
