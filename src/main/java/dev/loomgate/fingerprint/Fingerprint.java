package dev.loomgate.fingerprint;

import dev.loomgate.server.Digest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Where a result comes from, as facts by name: which of them decide whether numbers may be compared, and which name
 * what was measured.
 *
 * @param facts in display order; a fact that can't be read is {@code unknown}, never left out
 * @param deciding names of the facts that the id is made of
 * @param measured names of the facts that tell the measured programs and JDKs from all others: a run that goes on
 *     needs the same
 */
public record Fingerprint(Map<String, String> facts, List<String> deciding, List<String> measured) {
    private static final int ID_LENGTH = 12;

    public Fingerprint {
        facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
        deciding = List.copyOf(deciding);
        measured = List.copyOf(measured);
        if (!facts.keySet().containsAll(deciding) || !facts.keySet().containsAll(measured)) {
            throw new IllegalArgumentException(
                    "a fact that decides or was measured is not among the facts: " + deciding + ", " + measured);
        }
    }

    /** The facts with these names, in the order of the names. */
    public Map<String, String> only(List<String> names) {
        Map<String, String> some = new LinkedHashMap<>();
        names.forEach(name -> some.put(name, facts.getOrDefault(name, "")));
        return some;
    }

    /** Differs in a fact where one measurement can't be gone on with as the other. */
    public Map<String, String> identity() {
        Map<String, String> identity = new LinkedHashMap<>(only(deciding));
        identity.putAll(only(measured));
        return identity;
    }

    /** {@code 3f9a12c07b5e}: the first 12 hexadecimal digits of the SHA-256 over the deciding facts, sorted by name. */
    public String id() {
        StringBuilder text = new StringBuilder();
        // A value never holds the separators, so no two sets of facts are the same text.
        new TreeSet<>(deciding)
                .forEach(name -> text.append(plain(name))
                        .append('\t')
                        .append(plain(facts.getOrDefault(name, "")))
                        .append('\n'));
        byte[] hash = Digest.sha256().digest(text.toString().getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(hash).substring(0, ID_LENGTH);
    }

    private static String plain(String text) {
        return text.strip().replaceAll("\\s+", " ");
    }

    /** Collects facts in display order. A fact that can't be read is {@code unknown}. */
    static final class Facts {
        static final String UNKNOWN = "unknown";

        private final Map<String, String> values = new LinkedHashMap<>();
        private final List<String> deciding = new ArrayList<>();
        private final List<String> measured = new ArrayList<>();

        /** A fact that decides whether numbers may be compared: it is part of the fingerprint's id. */
        void deciding(String name, Optional<String> value) {
            shown(name, value);
            deciding.add(name);
        }

        /**
         * A fact that tells what was measured from something else: not in the id, because a change of it is what gates
         * look for.
         */
        void measured(String name, String value) {
            shown(name, value);
            measured.add(name);
        }

        /** A fact that is good to know, but changes without changing what the numbers compare with. */
        void shown(String name, Optional<String> value) {
            String text =
                    value.map(String::strip).filter(word -> !word.isEmpty()).orElse(UNKNOWN);
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
}
