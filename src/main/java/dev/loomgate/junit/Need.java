package dev.loomgate.junit;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What a service of a test in Java needs beside a database. Each method gives another one.
 *
 * <pre>{@code
 * shop.needs("cache", Need.image("valkey/valkey:8", 6379).readyLog("Ready to accept")).env("CACHE", "${cache.host}:${cache.port}")
 * }</pre>
 */
public final class Need {
    private final Map<String, Object> keys;

    private Need(Map<String, Object> keys) {
        this.keys = keys;
    }

    /** One that runs already, at {@code 127.0.0.1:9090}. */
    public static Need address(String hostAndPort) {
        return new Need(Map.of("address", hostAndPort));
    }

    /**
     * One in a container, which accepts connections once it serves.
     *
     * @param port that it listens on there
     */
    public static Need image(String name, int port) {
        return new Need(Map.of("image", name, "port", port));
    }

    /** In place of the command of the image. */
    public Need command(String... words) {
        return with("command", List.of(words));
    }

    /** One more variable. */
    public Need env(String name, String value) {
        return with("env", Keys.more(keys, "env", name, value));
    }

    /**
     * A file or a folder that is copied in before it starts.
     *
     * @param inside where it stands there
     */
    public Need file(String path, String inside) {
        return with("files", Keys.more(keys, "files", Keys.path(path), inside));
    }

    /** Path that answers with a good status once it serves. */
    public Need ready(String path) {
        return with("ready", path);
    }

    /** Regular expression of a line in its log that says that it serves. */
    public Need readyLog(String regex) {
        return with("ready", Map.of("log", regex));
    }

    /** How long that may take; a minute where nothing is said. */
    public Need within(Duration duration) {
        return with("within", duration.toMillis() + " ms");
    }

    /** A new one for each start of the service; else there is one for the whole run. */
    public Need oncePerUnit() {
        return with("start", "once per unit");
    }

    private Need with(String key, Object value) {
        return new Need(Keys.with(keys, key, value));
    }

    Map<String, Object> keys() {
        return keys;
    }
}
