package dev.loomgate.junit;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A request of a test in Java, and what a right answer to it is. Each method gives another one.
 *
 * <pre>{@code
 * Ask.post("/orders").header("Content-Type", "application/json").send("{\"item\": 7}").expects(201, ".*")
 * }</pre>
 */
public final class Ask {
    private final Map<String, Object> keys;

    private Ask(Map<String, Object> keys) {
        this.keys = keys;
    }

    /** Of what stands at a path; any body with status 200 is right. */
    public static Ask get(String path) {
        return to("GET", path);
    }

    public static Ask post(String path) {
        return to("POST", path);
    }

    public static Ask put(String path) {
        return to("PUT", path);
    }

    public static Ask delete(String path) {
        return to("DELETE", path);
    }

    private static Ask to(String method, String path) {
        Map<String, Object> keys = new LinkedHashMap<>();
        keys.put("path", path);
        keys.put("method", method);
        keys.put("body", "(?s).*");
        return new Ask(keys);
    }

    /** With one more header. */
    public Ask header(String name, String value) {
        return with("headers", Keys.more(keys, "headers", name, value));
    }

    /** With a body. */
    public Ask send(String body) {
        return with("send", body);
    }

    /**
     * What a right answer is.
     *
     * @param body regular expression that the whole body matches
     */
    public Ask expects(int status, String body) {
        return with("status", status).with("body", body);
    }

    private Ask with(String key, Object value) {
        return new Ask(Keys.with(keys, key, value));
    }

    Map<String, Object> keys() {
        return keys;
    }
}
