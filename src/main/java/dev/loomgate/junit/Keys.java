package dev.loomgate.junit;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Mappings of a thresholds file that grow, key by key, in the order in which they are told. */
final class Keys {
    private Keys() {}

    /** The same and one more, which replaces what the key had. */
    static Map<String, Object> with(Map<String, Object> keys, String key, Object value) {
        Map<String, Object> more = new LinkedHashMap<>(keys);
        more.put(key, value);
        return Collections.unmodifiableMap(more);
    }

    /** The mapping below a key, and one more in it. */
    static Map<String, Object> more(Map<String, Object> keys, String key, String name, Object value) {
        Map<String, Object> all = new LinkedHashMap<>();
        if (keys.get(key) instanceof Map<?, ?> before) {
            before.forEach((old, text) -> all.put(String.valueOf(old), text));
        }
        all.put(name, value);
        return all;
    }

    /** A file as the tests see it, for a thresholds file that stands elsewhere. */
    static String path(String file) {
        return Path.of(file).toAbsolutePath().toString();
    }
}
