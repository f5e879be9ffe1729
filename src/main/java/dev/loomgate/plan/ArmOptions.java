package dev.loomgate.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What one arm gets more than its variant and its runtime say:
 * {@code -Dloomgate.candidate.with="-XX:+UseCompactObjectHeaders"}.
 *
 * @param settings system properties of the server, {@code -Dname=value}; they replace those of the variant
 * @param jvmArgs all other words
 */
record ArmOptions(Map<String, String> settings, List<String> jvmArgs) {
    private static final String SETTING = "-D";

    ArmOptions {
        settings = Ordered.copy(settings);
        jvmArgs = List.copyOf(jvmArgs);
    }

    /** Words between spaces, as on the command line of a JVM; no shell reads them. */
    static ArmOptions asked(Switches switches, Side side) {
        String property = side.property() + ".with";
        Optional<String> text = switches.text(property);
        Map<String, String> settings = new LinkedHashMap<>();
        List<String> jvmArgs = new ArrayList<>();
        for (String word : text.map(words -> words.split("\\s+", -1)).orElseGet(() -> new String[0])) {
            if (word.matches("-D[^=]+=.+")) {
                int end = word.indexOf('=');
                settings.put(word.substring(SETTING.length(), end), word.substring(end + 1));
            } else if (word.startsWith("-X")) {
                jvmArgs.add(word);
            } else {
                switches.refuse(
                        property,
                        "'" + word + "' is neither -X… nor -Dname=value, and nothing else is passed to a server's JVM",
                        List.of());
            }
        }
        return new ArmOptions(settings, jvmArgs);
    }

    boolean isEmpty() {
        return settings.isEmpty() && jvmArgs.isEmpty();
    }

    Variant on(Variant variant) {
        Map<String, String> all = new LinkedHashMap<>(variant.settings());
        all.putAll(settings);
        return new Variant(
                variant.name(),
                variant.server(),
                all,
                Stream.concat(variant.jvmArgs().stream(), jvmArgs.stream()).toList(),
                variant.effective());
    }

    /** {@code -XX:+UseCompactObjectHeaders -Dname=value}. */
    String words() {
        Stream<String> own =
                settings.entrySet().stream().map(entry -> SETTING + entry.getKey() + "=" + entry.getValue());
        return String.join(" ", Stream.concat(jvmArgs.stream(), own).toList());
    }
}
