package dev.loomgate.plan;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A mapping with known keys: reports the unknown, the doubled and the missing ones. */
final class Section {
    private final String what;
    private final SourcePosition place;
    private final Problems problems;
    private final Map<String, YamlNode> values = new HashMap<>();
    private final boolean readable;

    Section(String what, YamlNode node, Problems problems, List<String> keys) {
        this.what = what;
        this.place = node.place();
        this.problems = problems;
        this.readable = node instanceof YamlNode.Fields;
        if (node instanceof YamlNode.Fields mapping) {
            distinct(mapping, problems).forEach(field -> take(field, keys));
        } else if (!(node instanceof YamlNode.Refused)) {
            problems.at(place, what + " is a mapping, found " + node.kind(), keys);
        }
    }

    private void take(YamlNode.Field field, List<String> keys) {
        String key = field.key().text();
        if (keys.contains(key)) {
            values.put(key, field.value());
        } else {
            problems.unknown(field.key().place(), "key", key, keys);
        }
    }

    /** The fields whose key comes for the first time; a second time is a problem, never an overwrite. */
    static List<YamlNode.Field> distinct(YamlNode.Fields mapping, Problems problems) {
        var first = new HashMap<String, SourcePosition>();
        return mapping.fields().stream()
                .filter(field -> {
                    SourcePosition place = field.key().place();
                    SourcePosition before = first.putIfAbsent(field.key().text(), place);
                    if (before != null) {
                        String key = field.key().text();
                        problems.at(place, "duplicate key '" + key + "', first in line " + before.line());
                    }
                    return before == null;
                })
                .toList();
    }

    @Nullable
    YamlNode required(String key) {
        YamlNode value = values.get(key);
        if (value == null && readable) {
            problems.at(place, what + " needs the key '" + key + "'");
        }
        return value;
    }

    @Nullable
    YamlNode optional(String key) {
        return values.get(key);
    }

    /** Where the value of {@code key} stands, or else the section. */
    SourcePosition placeOf(String key) {
        YamlNode value = values.get(key);
        return value == null ? place : value.place();
    }
}
