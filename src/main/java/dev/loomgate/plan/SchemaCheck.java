package dev.loomgate.plan;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.keyword.NonValidationKeyword;
import com.networknt.schema.path.NodePath;
import dev.loomgate.metric.Metric;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Checks a file against its published schema. The validator says which keyword failed where; the words come from what the schema has
 * there: its keys, its {@code enum}, and the annotations below, which no validator looks at.
 *
 * <ul>
 *   <li>{@code x-what}: how a mapping is called, {@code runtime {name}}
 *   <li>{@code x-each}: what one entry of a mapping is, whose keys are names of the user's
 *   <li>{@code x-keys}, {@code x-kind}: what a key of this mapping, or this word, is when it is unknown
 *   <li>{@code x-list}: how a list is called that may be a word, too
 *   <li>{@code x-form}: the {@link Form} of a text, which has words of its own for what is wrong with it
 *   <li>{@code x-message}, {@code x-allowed}: the words themselves, for any keyword or by keyword
 * </ul>
 */
final class SchemaCheck {
    static final SchemaCheck THRESHOLDS = new SchemaCheck("thresholds.schema.json");
    static final SchemaCheck CLAIMS = new SchemaCheck("claims.schema.json");

    private static final Map<String, Form<?>> FORMS = Map.of(
            "time", Form.TIME,
            "share", Form.SHARE,
            "memory", Form.MEBIBYTES,
            "cpus", Form.CPUS,
            "rate", Form.RATE,
            "load", Form.LOAD);

    /** Keywords whose schemas are about another value than the one around them. */
    private static final Set<String> INWARD = Set.of("properties", "additionalProperties", "items");

    private final JsonNode written;
    private final Schema schema;

    private SchemaCheck(String resource) {
        try (InputStream in = SchemaCheck.class.getResourceAsStream(resource)) {
            written = new JsonMapper().readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        List<NonValidationKeyword> annotations = Stream.of("what", "each", "keys", "kind", "list", "form", "message", "allowed")
                .map(name -> new NonValidationKeyword("x-" + name))
                .toList();
        Dialect dialect = Dialect.builder(Dialects.getDraft202012()).keywords(annotations).build();
        schema = SchemaRegistry.withDefaultDialect(dialect).getSchema(written);
    }

    /** Reports everything at its place. */
    void run(YamlNode root, Problems problems) {
        if (root instanceof YamlNode.Scalar word && word.empty()) {
            problems.at(root.place(), "the file is empty", written.get("properties").propertyNames());
            return;
        }
        List<Error> errors = schema.validate(json(root));
        Set<NodePath> formless = errors.stream()
                .filter(error -> error.getKeyword().equals("oneOf"))
                .map(Error::getInstanceLocation)
                .collect(Collectors.toSet());
        for (Error error : errors) {
            List<String> steps = steps(error.getEvaluationPath());
            boolean alternative = Stream.of("oneOf", "anyOf").anyMatch(steps.subList(0, steps.size() - 1)::contains);
            // Without a form, what the other keys should be is not known.
            boolean ofAForm = steps.contains("dependentSchemas") && formless.contains(error.getInstanceLocation());
            if (!alternative && !ofAForm) {
                report(error, steps, root, problems);
            }
        }
    }

    private static List<String> steps(NodePath path) {
        List<String> steps = new ArrayList<>();
        for (int i = 0; i < path.getNameCount(); i++) {
            steps.add(path.getName(i));
        }
        return steps;
    }

    private void report(Error error, List<String> steps, YamlNode root, Problems problems) {
        YamlNode node = root;
        String name = "";
        NodePath path = error.getInstanceLocation();
        for (int i = 0; i < path.getNameCount(); i++) {
            if (node instanceof YamlNode.Items list && path.getElement(i) instanceof Integer index) {
                node = list.items().get(index);
            } else if (node instanceof YamlNode.Fields fields) {
                name = path.getName(i);
                node = fields.field(name).orElseThrow().value();
            }
        }
        if (!(node instanceof YamlNode.Refused)) {
            new Finding(error, node, name, applied(steps), problems).report();
        }
    }

    /** The schemas that are about the failing value, the nearest first. */
    private List<JsonNode> applied(List<String> steps) {
        List<JsonNode> schemas = new ArrayList<>(List.of(written));
        JsonNode at = written;
        for (String step : steps.subList(0, steps.size() - 1)) {
            at = at.isArray() ? at.get(Integer.parseInt(step)) : at.get(step);
            if (step.equals("$ref")) {
                at = written.at(at.asString().substring(1));
            }
            if (INWARD.contains(step)) {
                schemas.clear();
            }
            schemas.addFirst(at);
        }
        return schemas;
    }

    /** As YAML's core schema sees it: what is not in quotes may be nothing, a number or a truth value. */
    private static JsonNode json(YamlNode node) {
        JsonNodeFactory make = JsonNodeFactory.instance;
        return switch (node) {
            case YamlNode.Fields mapping -> {
                ObjectNode object = make.objectNode();
                mapping.fields().forEach(field -> object.set(field.key().text(), json(field.value())));
                yield object;
            }
            case YamlNode.Items list -> {
                ArrayNode array = make.arrayNode();
                list.items().forEach(item -> array.add(json(item)));
                yield array;
            }
            case YamlNode.Scalar scalar when scalar.empty() && scalar.plain() -> make.nullNode();
            case YamlNode.Scalar scalar when scalar.plain() && scalar.text().matches("[-+]?[0-9]+") ->
                make.numberNode(new BigInteger(scalar.text()));
            case YamlNode.Scalar scalar when scalar.plain() && scalar.text().matches("[-+]?[0-9]*\\.[0-9]+") ->
                make.numberNode(new BigDecimal(scalar.text()));
            case YamlNode.Scalar scalar when scalar.plain() && scalar.text().matches("true|false") ->
                make.booleanNode(Boolean.parseBoolean(scalar.text()));
            case YamlNode.Scalar scalar -> make.stringNode(scalar.text());
            case YamlNode.Refused refused -> make.stringNode(refused.toString());
        };
    }

    /**
     * One thing that the schema refuses.
     *
     * @param name the last key on the way to it
     * @param schemas that are about it, the nearest first
     */
    private record Finding(Error error, YamlNode node, String name, List<JsonNode> schemas, Problems problems) {
        void report() {
            switch (error.getKeyword()) {
                case "required" -> at(what() + " needs the key '" + error.getProperty() + "'", List.of());
                case "additionalProperties" -> unknownKey(keys());
                case "propertyNames" -> wrongName(schemas.getFirst().get("propertyNames"));
                case "oneOf" -> noForm();
                case "uniqueItems" -> twice();
                default -> wrongValue(error.getKeyword());
            }
        }

        private void unknownKey(List<String> known) {
            String kind = annotation("x-keys").map(JsonNode::asString).orElse("key");
            String key = error.getProperty();
            String message = kind.equals("metric") ? Limits.unknownMetric(key) : Problems.unknown(kind, key, known);
            problems.at(placeOfKey(), message, known);
        }

        private void wrongName(JsonNode names) {
            if (names.has("enum")) {
                unknownKey(words(names.get("enum")));
                return;
            }
            String message = names.has("x-message")
                    ? names.get("x-message").asString()
                    : "'{key}' is not a name for a " + annotation("x-each").orElseThrow().asString()
                            + ": small letters, digits and single hyphens, and not 'all'";
            problems.at(placeOfKey(), message.replace("{key}", error.getProperty()));
        }

        private void noForm() {
            List<String> forms = new ArrayList<>();
            schemas.getFirst().get("oneOf").forEach(form -> forms.addAll(words(form.get("required"))));
            List<String> own = forms.stream().filter(form -> error.getInstanceNode().has(form)).toList();
            at(what() + " has one form, found " + (own.isEmpty() ? "none" : own), forms.stream().sorted().toList());
        }

        private void twice() {
            Set<String> seen = new HashSet<>();
            if (node instanceof YamlNode.Items list) {
                list.items().stream()
                        .filter(item -> !seen.add(item.kind()))
                        .forEach(item -> problems.at(item.place(), item.kind() + " is listed twice"));
            }
        }

        private void wrongValue(String keyword) {
            JsonNode argument = schemas.getFirst().get(keyword);
            boolean ofType = keyword.equals("type") || keyword.equals("pattern") && text().isEmpty();
            Optional<String> message = message(keyword, !ofType);
            if ((ofType || keyword.equals("pattern")) && wordedByItsForm()) {
                return;
            }
            if (message.isPresent()) {
                at(message.get(), annotation("x-allowed").map(Finding::words).orElseGet(this::keys));
            } else if (ofType || keyword.equals("pattern") && annotation("x-list").isPresent()) {
                wrongType(words(annotation("type").orElseThrow()));
            } else {
                at(switch (keyword) {
                    case "enum" -> Problems.unknown(kind(), text().orElse(""), words(argument));
                    case "minimum" -> "must be at least " + argument + Quoted.was(text().orElse(""));
                    case "maximum" -> "must be at most " + argument + Quoted.was(text().orElse(""));
                    case "multipleOf" -> "must be a multiple of " + argument + Quoted.was(text().orElse(""));
                    case "minItems" -> "the list is empty";
                    case "minProperties" ->
                        annotation("x-each").map(each -> "defines no " + each.asString()).orElse(what() + " has no key");
                    default -> node.kind() + " does not fit: " + annotation("description").map(JsonNode::asString).orElse(error.getMessage());
                }, keyword.equals("enum") ? words(argument) : keys());
            }
        }

        private void wrongType(List<String> types) {
            String found = " is expected here, found " + node.kind();
            if (annotation("x-list").isPresent()) {
                at(annotation("x-list").get().asString() + " is expected, found " + node.kind(), List.of());
            } else if (types.contains("object") && annotation("x-each").isPresent()) {
                String each = annotation("x-each").get().asString();
                at("a mapping with one entry per " + each + " is expected, found " + node.kind(), List.of());
            } else if (types.contains("object")) {
                at(keys().isEmpty() ? "a mapping" + found : what() + " is a mapping, found " + node.kind(), keys());
            } else if (types.contains("array")) {
                at("a list" + found, List.of());
            } else if (types.contains("integer")) {
                boolean quoted = text().filter(text -> text.matches("[0-9]+")).isPresent();
                at("a whole number" + found + (quoted ? " in quotes" : ""), List.of());
            } else {
                at(text().map(text -> "a text is expected here: put '" + text + "' in quotes").orElse("a text" + found), List.of());
            }
        }

        /** Whether the form of a value has words for what is wrong with it; not if the schema is stricter than the form. */
        private boolean wordedByItsForm() {
            Optional<JsonNode> form = annotation("x-form");
            if (form.isEmpty() || text().isEmpty()) {
                return false;
            }
            Outcome<?> outcome = form.get().asString().equals("limit")
                    ? LimitExpression.parse(Metric.ofKey(name).orElseThrow(), text().get())
                    : Optional.ofNullable(FORMS.get(form.get().asString())).orElseThrow().read(text().get());
            if (outcome instanceof Outcome.Bad<?> bad) {
                at(bad.message(), bad.allowed());
            }
            return outcome instanceof Outcome.Bad<?>;
        }

        private void at(String message, List<String> allowed) {
            String filled = message.replace("{name}", name)
                    .replace("{key}", name)
                    .replace("{value}", text().orElse(""))
                    .replace("{found}", node.kind());
            problems.at(node.place(), filled, allowed);
        }

        private SourcePosition placeOfKey() {
            return node instanceof YamlNode.Fields fields
                    ? fields.field(error.getProperty()).orElseThrow().key().place()
                    : node.place();
        }

        /** The text of a scalar that is not empty. */
        private Optional<String> text() {
            return node instanceof YamlNode.Scalar scalar && !scalar.empty() ? Optional.of(scalar.text()) : Optional.empty();
        }

        private String what() {
            return annotation("x-what").map(JsonNode::asString).orElse("the mapping");
        }

        private String kind() {
            return annotation("x-kind").map(JsonNode::asString).orElse("word");
        }

        /** The known keys of a mapping. */
        private List<String> keys() {
            return annotation("properties").map(known -> List.copyOf(known.propertyNames())).orElse(List.of());
        }

        /** Written for this keyword; or for any, if that is {@code general} enough. */
        private Optional<String> message(String keyword, boolean general) {
            return annotation("x-message")
                    .filter(message -> message.isObject() ? message.has(keyword) : general)
                    .map(message -> message.isObject() ? message.get(keyword) : message)
                    .map(JsonNode::asString);
        }

        private Optional<JsonNode> annotation(String key) {
            return schemas.stream().filter(schema -> schema.has(key)).map(schema -> schema.get(key)).findFirst();
        }

        private static List<String> words(JsonNode words) {
            return words.isArray() ? words.valueStream().map(JsonNode::asString).toList() : List.of(words.asString());
        }
    }
}
