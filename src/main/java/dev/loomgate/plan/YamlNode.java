package dev.loomgate.plan;

import java.util.List;
import java.util.Optional;

/** A piece of the file with its place. Nothing but text, lists and mappings: no tags, no references, no objects. */
sealed interface YamlNode {
    SourcePosition place();

    /** As a reader would call it. */
    String kind();

    record Scalar(SourcePosition place, String text, boolean plain) implements YamlNode {
        boolean empty() {
            return text.isBlank() || (plain && (text.equals("~") || text.equalsIgnoreCase("null")));
        }

        @Override
        public String kind() {
            return empty() ? "nothing" : "'" + text + "'";
        }
    }

    record Items(SourcePosition place, List<YamlNode> items) implements YamlNode {
        @Override
        public String kind() {
            return "a list";
        }
    }

    record Fields(SourcePosition place, List<Field> fields) implements YamlNode {
        @Override
        public String kind() {
            return "a mapping";
        }

        Optional<Field> field(String key) {
            return fields.stream()
                    .filter(field -> field.key().text().equals(key))
                    .findFirst();
        }
    }

    /** Something that was already reported; readers pass over it in silence. */
    record Refused(SourcePosition place) implements YamlNode {
        @Override
        public String kind() {
            return "something refused";
        }
    }

    /** One entry of a mapping. */
    record Field(Scalar key, YamlNode value) {}
}
