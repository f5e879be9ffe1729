package dev.loomgate.plan;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A mapping of the file that becomes a record. The schema has reported what is wrong with its shape; whatever is
 * unsound leaves the record out, and the keys that are sound are read all the same, for the problems that a schema
 * can't see.
 */
final class Mapping {
    private final SourcePosition place;
    private final Problems problems;
    private final Map<String, YamlNode> values = new LinkedHashMap<>();
    private boolean sound;

    Mapping(YamlNode node, Problems problems) {
        this.place = node.place();
        this.problems = problems;
        this.sound = node instanceof YamlNode.Fields && !problems.standAt(place);
        if (node instanceof YamlNode.Fields mapping) {
            for (YamlNode.Field field : mapping.fields()) {
                values.put(field.key().text(), field.value());
                sound &= !problems.standAt(field.key().place());
            }
        }
    }

    /** False once something in it was refused: then it is not known what was meant. */
    boolean sound() {
        return sound;
    }

    /** Other files that the file names. */
    NamedFiles files() {
        return problems.files();
    }

    SourcePosition place() {
        return place;
    }

    boolean has(String key) {
        return values.containsKey(key);
    }

    /** Where the value of {@code key} stands, or else the mapping. */
    SourcePosition placeOf(String key) {
        return has(key) ? value(key).place() : place;
    }

    /** The value of {@code key}; where it is missing the schema has said so. */
    YamlNode value(String key) {
        return values.getOrDefault(key, new YamlNode.Refused(place));
    }

    <T> T get(String key, Form<T> form) {
        return read(value(key), form);
    }

    <T> T get(String key, Form<T> form, T otherwise) {
        return has(key) ? get(key, form) : otherwise;
    }

    /** Empty where the key is not given, or its value unsound. */
    <T> Optional<T> find(String key, Form<T> form) {
        return has(key)
                ? Optional.of(get(key, form)).filter(value -> !problems.standAt(placeOf(key)))
                : Optional.empty();
    }

    /** The elements of a list; none where there is no list. */
    List<YamlNode> items(String key) {
        if (value(key) instanceof YamlNode.Items list && !list.items().isEmpty()) {
            return list.items();
        }
        sound &= !has(key);
        return List.of();
    }

    <T> List<T> items(String key, Form<T> form) {
        return items(key).stream().map(item -> read(item, form)).toList();
    }

    /** Words of a command line; one in quotation marks may be empty. */
    List<String> words(String key) {
        return items(key).stream()
                .map(item ->
                        item instanceof YamlNode.Scalar word && !word.plain() ? word.text() : read(item, Form.TEXT))
                .toList();
    }

    /** The entries of a mapping whose keys are names of the user's. */
    <T> Map<String, T> each(String key, Form<T> form) {
        Map<String, T> entries = new LinkedHashMap<>();
        if (value(key) instanceof YamlNode.Fields fields) {
            fields.fields().forEach(field -> entries.put(field.key().text(), read(field.value(), form)));
        } else {
            sound &= !has(key);
        }
        return Ordered.copy(entries);
    }

    /** The sound definitions below {@code key}, in the order of the file. */
    <T> Map<String, T> each(String key, BiFunction<String, Mapping, Optional<T>> entry) {
        Map<String, T> definitions = new LinkedHashMap<>();
        if (value(key) instanceof YamlNode.Fields fields) {
            fields.fields()
                    .forEach(field -> entry.apply(field.key().text(), new Mapping(field.value(), problems))
                            .ifPresent(made -> definitions.put(field.key().text(), made)));
        }
        return Ordered.copy(definitions);
    }

    /** The same as a list. Where one of them is unsound, there is none of this mapping either. */
    <T> List<T> all(String key, BiFunction<String, Mapping, Optional<T>> entry) {
        Map<String, T> definitions = each(key, entry);
        if (!(value(key) instanceof YamlNode.Fields fields)
                || definitions.size() < fields.fields().size()) {
            throw new Unsound();
        }
        return List.copyOf(definitions.values());
    }

    /** The record below {@code key}. Where there is none, there is none of this mapping either. */
    <T> T below(String key, Function<Mapping, Optional<T>> reader) {
        return reader.apply(new Mapping(value(key), problems)).orElseThrow(Unsound::new);
    }

    /** The record that the supplier makes; its refusal is a problem of the value of {@code key}. */
    <T> Optional<T> make(String key, Supplier<T> supplier) {
        return make(placeOf(key), supplier);
    }

    /** The same for what has no one key to blame. */
    <T> Optional<T> make(Supplier<T> supplier) {
        return make(place, supplier);
    }

    /** The same for a part of what this mapping becomes: without it there is no whole. */
    <T> T must(String key, Supplier<T> supplier) {
        return make(key, supplier).orElseThrow(Unsound::new);
    }

    private <T> Optional<T> make(SourcePosition blamed, Supplier<T> supplier) {
        try {
            T made = supplier.get();
            return sound ? Optional.of(made) : Optional.empty();
        } catch (Unsound e) {
            sound = false;
        } catch (IllegalArgumentException e) {
            if (sound) {
                refuse(blamed, String.valueOf(e.getMessage()));
            }
        }
        return Optional.empty();
    }

    void refuse(SourcePosition where, String message) {
        refuse(where, message, List.of());
    }

    void refuse(SourcePosition where, String message, Collection<String> allowed) {
        problems.at(where, message, allowed);
        sound = false;
    }

    <T> T read(YamlNode node, Form<T> form) {
        boolean refused = problems.standAt(node.place());
        sound &= !refused;
        if (!(node instanceof YamlNode.Scalar scalar) || scalar.empty()) {
            sound = false;
            problems.doubt(node.place());
            return form.substitute();
        }
        return switch (form.read(scalar.text())) {
            case Outcome.Good<T> good -> good.value();
            case Outcome.Bad<T> bad -> {
                if (!refused) {
                    refuse(node.place(), bad.message(), bad.allowed());
                }
                yield form.substitute();
            }
        };
    }

    /** Something below is unsound, and stands among the problems. */
    private static final class Unsound extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Unsound() {
            super(null, null, false, false);
        }
    }
}
