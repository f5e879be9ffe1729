package dev.loomgate.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** The keys of {@code thresholds.yml} as a page: a section for each key of the root, a row for each key below it. */
final class SchemaPage {
    /** Forms of a value; they stand at the end of the page. */
    private static final List<String> FORMS =
            List.of("name", "names", "text", "time", "share", "memory", "load", "loads", "rate");

    private final JsonNode schema;

    SchemaPage(String schema) throws JsonProcessingException {
        this.schema = new ObjectMapper().readTree(schema);
    }

    String markdown() {
        List<String> lines = new ArrayList<>();
        lines.add("<!-- made of thresholds.schema.json by ReferenceTest -->");
        lines.add("# Keys of thresholds.yml");
        lines.add("");
        lines.add(
                "An editor that knows YAML schemas completes them. [How to add a limit, variant or workload](../how-to/extend.md).");
        lines.add("Keys in bold must be given. `<name>` is a name of yours.");
        Set<String> required = required(schema);
        schema.path("properties").properties().forEach(key -> {
            lines.add("");
            lines.add("## " + key.getKey());
            lines.add("");
            lines.add(description(key.getValue()) + (required.contains(key.getKey()) ? "" : " May be left out."));
            lines.add("");
            lines.add("| Key | Value | Meaning |");
            lines.add("|---|---|---|");
            below("", key.getValue(), lines, new HashSet<>());
        });
        lines.add("");
        lines.add("## Values");
        lines.add("");
        lines.add("| Value | Form |");
        lines.add("|---|---|");
        FORMS.forEach(form -> lines.add("| " + form + " | " + cell(description(definition(form))) + " |"));
        return String.join("\n", lines) + "\n";
    }

    /**
     * Rows of what stands below a key.
     *
     * @param shown definitions whose keys this section has already: each once
     */
    private void below(String path, JsonNode written, List<String> lines, Set<String> shown) {
        String definition = written.path("$ref").asText();
        if (!definition.isEmpty() && !shown.add(definition)) {
            return;
        }
        JsonNode node = resolved(written);
        if (node.has("items")) {
            below(path, node.path("items"), lines, shown);
        } else if (hasKnownKeys(node.path("additionalProperties"))) {
            below(path + "<name>.", node.path("additionalProperties"), lines, shown);
        }
        Set<String> required = required(node);
        node.path("properties")
                .properties()
                .forEach(key -> row(path, key, required.contains(key.getKey()), lines, shown));
    }

    private void row(
            String path, Map.Entry<String, JsonNode> key, boolean required, List<String> lines, Set<String> shown) {
        String name = "`" + path + key.getKey() + "`";
        JsonNode node = resolved(key.getValue());
        lines.add("| " + (required ? "**" + name + "**" : name) + " | " + cell(value(key.getValue())) + " | "
                + cell(description(key.getValue())) + " |");
        if (!areLimits(node)) {
            below(path + key.getKey() + (node.has("items") ? "[]." : "."), key.getValue(), lines, shown);
        }
    }

    private String value(JsonNode written) {
        String form = written.path("$ref").asText().replaceFirst(".*/", "");
        if (FORMS.contains(form)) {
            return form;
        }
        JsonNode node = resolved(written);
        if (areLimits(node)) {
            return "a [metric](metrics.md): a limit, or a list of them";
        }
        if (node.has("const")) {
            return "`" + node.path("const").asText() + "`";
        }
        if (node.has("enum")) {
            return each(node.path("enum"), word -> "`" + word.asText() + "`", " or ");
        }
        return node.path("type").isArray()
                ? each(node.path("type"), type -> ofType(type.asText(), node), ", ")
                : ofType(node.path("type").asText(), node);
    }

    private String ofType(String type, JsonNode node) {
        return switch (type) {
            case "object" ->
                hasKnownKeys(node) ? "keys" : "names, each with " + value(node.path("additionalProperties"));
            case "array" ->
                hasKnownKeys(node.path("items")) ? "list, each with keys" : "list of " + value(node.path("items"));
            case "integer" ->
                "whole number"
                        + (node.has("minimum") ? " from " + node.path("minimum").asInt() : "")
                        + (node.has("maximum") ? " to " + node.path("maximum").asInt() : "")
                        + (node.has("multipleOf")
                                ? ", a multiple of " + node.path("multipleOf").asInt()
                                : "");
            case "string" -> "text";
            case "number" -> "number";
            case "boolean" -> "`true`, `false`";
            case "null" -> "`null`";
            default -> throw new IllegalStateException("no words for the type '" + type + "' of " + node);
        };
    }

    private boolean hasKnownKeys(JsonNode written) {
        return resolved(written).has("properties");
    }

    /** The keys of a limit are the metrics, which have a page of their own. */
    private boolean areLimits(JsonNode node) {
        return node.equals(schema.at("/$defs/entry/properties/limits"));
    }

    private String description(JsonNode written) {
        return written.has("description")
                ? written.path("description").asText()
                : resolved(written).path("description").asText();
    }

    private JsonNode resolved(JsonNode node) {
        return node.has("$ref") ? schema.at(node.path("$ref").asText().substring(1)) : node;
    }

    private JsonNode definition(String name) {
        return schema.at("/$defs/" + name);
    }

    private static Set<String> required(JsonNode node) {
        return StreamSupport.stream(node.path("required").spliterator(), false)
                .map(JsonNode::asText)
                .collect(Collectors.toSet());
    }

    private static String each(JsonNode nodes, Function<JsonNode, String> words, String between) {
        return StreamSupport.stream(nodes.spliterator(), false).map(words).collect(Collectors.joining(between));
    }

    private static String cell(String text) {
        return text.replace("|", "\\|");
    }
}
