package dev.loomgate.plan;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Copies that keep the order of the file, so that command lines and reports are the same on every run. */
final class Ordered {
    private Ordered() {}

    static <K, V> Map<K, V> copy(Map<K, V> map) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }

    /** Both, where values of the second replace those of the first. */
    static <K, V> Map<K, V> both(Map<K, V> usual, Map<K, V> more) {
        Map<K, V> all = new LinkedHashMap<>(usual);
        all.putAll(more);
        return Collections.unmodifiableMap(all);
    }
}
