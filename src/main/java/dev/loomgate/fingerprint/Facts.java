package dev.loomgate.fingerprint;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Collects facts in display order. What could not be had is said to be unknown. */
final class Facts {
    static final String UNKNOWN = "unknown";

    private final Map<String, String> values = new LinkedHashMap<>();
    private final List<String> deciding = new ArrayList<>();
    private final List<String> measured = new ArrayList<>();

    /** A fact that decides whether numbers may be compared: it is part of the fingerprint's id. */
    void deciding(String name, Optional<String> value) {
        shown(name, value);
        deciding.add(name);
    }

    /** A fact that tells what was measured from something else: not in the id, because a change of it is what gates look for. */
    void measured(String name, String value) {
        shown(name, value);
        measured.add(name);
    }

    /** A fact that is good to know, but changes without changing what the numbers compare with. */
    void shown(String name, Optional<String> value) {
        String text = value.map(String::strip).filter(word -> !word.isEmpty()).orElse(UNKNOWN);
        if (values.putIfAbsent(name, text) != null) {
            throw new IllegalStateException("two facts are called " + name);
        }
    }

    void deciding(String name, String value) {
        deciding(name, Optional.of(value));
    }

    void shown(String name, String value) {
        shown(name, Optional.of(value));
    }

    Fingerprint fingerprint() {
        return new Fingerprint(values, deciding, measured);
    }
}
