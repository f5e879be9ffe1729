package dev.loomgate.plan;

import dev.loomgate.metric.Quantity;
import dev.loomgate.metric.Unit;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The {@code -Dloomgate.*} properties of a run: known names only, and every problem with a value is collected. */
final class Switches {
    static final String PREFIX = "loomgate.";

    /** Known only to a comparison of two arms (at-most to a run of the claims, too). */
    static final List<String> OF_DUELS = Switch.names(Switch.Group.COMPARISONS);

    /** What changes a scale for a quick try; a comparison of two arms has no scale. */
    static final List<String> OF_SCALES = Switch.names(Switch.Group.SCALES);

    /** Known only to a run of the claims. */
    static final List<String> OF_CLAIMS = Switch.names(Switch.Group.CLAIMS);

    private static final List<String> NAMES = Switch.names(Switch.Group.values());
    private static final Pattern PER_JAVA = Pattern.compile("(jdk|image)\\.([0-9]{1,3})");

    private final Map<String, String> values = new TreeMap<>();
    private final List<Problem> problems = new ArrayList<>();

    Switches(Map<String, String> systemProperties) {
        new TreeMap<>(systemProperties).forEach((name, value) -> {
            if (name.startsWith(PREFIX)) {
                take(name.substring(PREFIX.length()), value.strip());
            }
        });
    }

    private void take(String name, String value) {
        if (NAMES.contains(name) || PER_JAVA.matcher(name).matches()) {
            values.put(name, value);
        } else if (!Defaults.BUILD_PROPERTIES.contains(name)) {
            List<String> allowed = Stream.concat(NAMES.stream(), Stream.of("jdk.<version>", "image.<version>"))
                    .map(known -> PREFIX + known)
                    .toList();
            problems.add(new Problem.InProperty(
                    "-D" + PREFIX + name, "unknown property" + Closest.hint(PREFIX + name, allowed), allowed));
        }
    }

    /** The property as a person would type it. */
    private String shown(String name) {
        String value = values.getOrDefault(name, "");
        return "-D" + PREFIX + name + (value.isEmpty() ? "" : "=" + value);
    }

    void refuse(String name, String message) {
        refuse(name, message, List.of());
    }

    void refuse(String name, String message, List<String> allowed) {
        problems.add(new Problem.InProperty(shown(name), message, allowed));
    }

    /** A run that would ignore such a switch refuses it. */
    void refuseWhatOnlyDuelsKnow(Set<String> but) {
        OF_DUELS.stream()
                .filter(name -> !but.contains(name) && text(name).isPresent())
                .forEach(name -> refuse(
                        name,
                        "belongs to a comparison of two arms: name one of them, too, with -Dloomgate.baseline or"
                                + " -Dloomgate.candidate, and ask for nothing else"));
    }

    /** The same for switches of the claims. */
    void refuseWhatOnlyClaimsKnow() {
        OF_CLAIMS.stream()
                .filter(values::containsKey)
                .forEach(name ->
                        refuse(name, "belongs to a run of the claims: ask for one, too, with -Dloomgate.claims"));
    }

    /** Two kinds of run can't be asked for at once. */
    void refuseBeside(String kind, List<String> others) {
        others.stream()
                .filter(values::containsKey)
                .forEach(other -> refuse(other, "can't be asked for together with " + kind));
    }

    List<Problem> problems() {
        return List.copyOf(problems);
    }

    Optional<String> text(String name) {
        Optional<String> value = Optional.ofNullable(values.get(name));
        if (value.filter(String::isEmpty).isPresent()) {
            refuse(name, "has no value");
            return Optional.empty();
        }
        return value;
    }

    Optional<Path> path(String name) {
        try {
            return text(name).map(Path::of);
        } catch (InvalidPathException e) {
            refuse(name, "is not a path");
            return Optional.empty();
        }
    }

    Optional<String> word(String name, List<String> allowed) {
        Optional<String> word = text(name);
        if (word.isPresent() && !allowed.contains(word.get())) {
            refuse(name, "unknown word '" + word.get() + "'" + Closest.hint(word.get(), allowed), allowed);
            return Optional.empty();
        }
        return word;
    }

    /** False when it is not given; {@code -Dloomgate.strict} alone means true. */
    boolean flag(String name) {
        if (values.getOrDefault(name, "false").isEmpty()) {
            return true;
        }
        return word(name, List.of("true", "false")).map(Boolean::parseBoolean).orElse(false);
    }

    Optional<Integer> count(String name) {
        Optional<String> text = text(name);
        if (text.isPresent() && !text.get().matches("[1-9][0-9]{0,5}")) {
            refuse(name, "a whole number of at least 1 is expected");
            return Optional.empty();
        }
        return text.map(Integer::parseInt);
    }

    Optional<Duration> duration(String name) {
        return text(name).flatMap(text -> switch (QuantityText.parse(text, Unit.Dimension.TIME)) {
            case Outcome.Good<Quantity> good -> Optional.of(Form.durationOf(good.value()));
            case Outcome.Bad<Quantity> bad -> {
                refuse(name, bad.message(), bad.allowed());
                yield Optional.empty();
            }
        });
    }

    /** The known ones among comma-separated names; empty when the property is not given. */
    Optional<List<String>> names(String name, String kind, List<String> known) {
        return text(name)
                .map(text -> Stream.of(text.split(",", -1))
                        .map(String::strip)
                        .filter(word -> {
                            if (!known.contains(word)) {
                                refuse(name, "unknown " + kind + " '" + word + "'" + Closest.hint(word, known), known);
                            }
                            return known.contains(word);
                        })
                        .distinct()
                        .toList());
    }

    /** The values of {@code jdk.21}, {@code jdk.25}, … by feature version. */
    Map<Integer, String> perJava(String kind) {
        var byVersion = new LinkedHashMap<Integer, String>();
        for (String name : values.keySet()) {
            Matcher matcher = PER_JAVA.matcher(name);
            if (matcher.matches() && matcher.group(1).equals(kind)) {
                text(name).ifPresent(value -> byVersion.put(Integer.valueOf(matcher.group(2)), value));
            }
        }
        return Ordered.copy(byVersion);
    }
}
