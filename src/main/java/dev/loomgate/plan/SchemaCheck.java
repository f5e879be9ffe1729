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
 * Checks a file against its published schema. The validator says which keyword failed where; the words come from what
 * the schema has there: its keys, its {@code enum}, and the annotations below, which no validator looks at.
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
        List<NonValidationKeyword> annotations = Stream.of(
                        "x-what", "x-each", "x-keys", "x-kind", "x-list", "x-form", "x-message", "x-allowed")
                .map(NonValidationKeyword::new)
                .toList();
        Dialect dialect =
                Dialect.builder(Dialects.getDraft202012()).keywords(annotations).build();
        schema = SchemaRegistry.withDefaultDialect(dialect).getSchema(written);
    }

    /** Reports everything at its place. */
    void run(YamlNode root, Problems problems) {
        if (root instanceof YamlNode.Scalar word && word.empty()) {
            problems.at(
                    root.place(), "the file is empty", written.get("properties").propertyNames());
            return;
        }
        List<Error> errors = errors(root);
        Set<NodePath> formless = errors.stream()
                .filter(error -> error.getKeyword().equals("oneOf"))
                .map(Error::getInstanceLocation)
                .collect(Collectors.toSet());
        Set<SourcePosition> worded = new HashSet<>();
        for (Error error : errors) {
            Spot spot = Spot.of(error, root);
            List<String> steps = steps(error.getEvaluationPath());
            boolean alternative = steps.subList(0, steps.size() - 1).contains("oneOf");
            // Without a form, what the other keys should be is not known.
            boolean ofAForm = steps.contains("dependentSchemas") && formless.contains(error.getInstanceLocation());
            if (!alternative && !ofAForm && !(spot.node() instanceof YamlNode.Refused)) {
                new Finding(error, spot, applied(steps), problems, worded).report();
            }
        }
    }

    /** Quotes don't matter: {@code 21} is a text where one is expected, and {@code "21"} a number. */
    private List<Error> errors(YamlNode root) {
        List<Error> errors = schema.validate(json(root, Set.of()));
        Set<YamlNode> ofOtherType = errors.stream()
                .filter(error -> error.getKeyword().equals("type"))
                .map(error -> Spot.of(error, root).node())
                .collect(Collectors.toSet());
        return ofOtherType.isEmpty() ? errors : schema.validate(json(root, ofOtherType));
    }

    /**
     * Where in the file something is wrong.
     *
     * @param name the last key on the way to it
     * @param parent the key before that
     */
    private record Spot(YamlNode node, String name, String parent) {
        static Spot of(Error error, YamlNode root) {
            Spot spot = new Spot(root, "", "");
            NodePath path = error.getInstanceLocation();
            for (int i = 0; i < path.getNameCount(); i++) {
                spot = spot.below(path.getElement(i));
            }
            return spot;
        }

        private Spot below(Object step) {
            if (node instanceof YamlNode.Items list && step instanceof Integer index) {
                return new Spot(list.items().get(index), name, parent);
            }
            if (node instanceof YamlNode.Fields fields) {
                String key = step.toString();
                return new Spot(fields.field(key).orElseThrow().value(), key, name);
            }
            throw new IllegalStateException("nothing stands below " + node.kind());
        }
    }

    private static List<String> steps(NodePath path) {
        List<String> steps = new ArrayList<>();
        for (int i = 0; i < path.getNameCount(); i++) {
            steps.add(path.getName(i));
        }
        return steps;
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

    /** Whole numbers that are not in quotes are numbers, and the other way round for those {@code ofOtherType}. */
    private static JsonNode json(YamlNode node, Set<YamlNode> ofOtherType) {
        JsonNodeFactory make = JsonNodeFactory.instance;
        return switch (node) {
            case YamlNode.Fields mapping -> {
                ObjectNode object = make.objectNode();
                mapping.fields().forEach(field -> object.set(field.key().text(), json(field.value(), ofOtherType)));
                yield object;
            }
            case YamlNode.Items list -> {
                ArrayNode array = make.arrayNode();
                list.items().forEach(item -> array.add(json(item, ofOtherType)));
                yield array;
            }
            case YamlNode.Scalar scalar -> json(scalar, ofOtherType.contains(scalar));
            case YamlNode.Refused refused -> make.stringNode(refused.toString());
        };
    }

    private static JsonNode json(YamlNode.Scalar scalar, boolean ofOtherType) {
        if (scalar.plain() && scalar.empty()) {
            return JsonNodeFactory.instance.nullNode();
        }
        return scalar.text().matches("[-+]?[0-9]+") && scalar.plain() != ofOtherType
                ? JsonNodeFactory.instance.numberNode(new BigInteger(scalar.text()))
                : JsonNodeFactory.instance.stringNode(scalar.text());
    }

    /**
     * One thing that the schema refuses.
     *
     * @param schemas that are about it, the nearest first
     * @param worded places of values that something was said of: one problem each
     */
    private record Finding(
            Error error, Spot spot, List<JsonNode> schemas, Problems problems, Set<SourcePosition> worded) {
        void report() {
            switch (error.getKeyword()) {
                case "required" ->
                    at(
                            message("required", false).orElse(what() + " needs the key '" + error.getProperty() + "'"),
                            List.of());
                case "additionalProperties" -> unknownKey(keys());
                case "propertyNames" -> wrongName(schemas.getFirst().get("propertyNames"));
                case "oneOf" -> noForm();
                case "uniqueItems" -> twice();
                default -> {
                    if (worded.add(node().place())) {
                        wrongValue(error.getKeyword());
                    }
                }
            }
        }

        private YamlNode node() {
            return spot.node();
        }

        private void unknownKey(List<String> known) {
            String kind = word("x-keys", "key");
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
                    : "'{key}' is not a name for a " + word("x-each", "key")
                            + ": small letters, digits and single hyphens, and not 'all'";
            problems.at(placeOfKey(), message.replace("{key}", error.getProperty()));
        }

        private void noForm() {
            if (!(node() instanceof YamlNode.Fields)) {
                return; // Said already: it is no mapping.
            }
            List<String> forms = new ArrayList<>();
            schemas.getFirst().get("oneOf").forEach(form -> forms.addAll(words(form.get("required"))));
            List<String> own = forms.stream()
                    .filter(form -> error.getInstanceNode().has(form))
                    .toList();
            at(
                    what() + " has one form, found " + (own.isEmpty() ? "none" : own),
                    forms.stream().sorted().toList());
        }

        private void twice() {
            Set<String> seen = new HashSet<>();
            if (node() instanceof YamlNode.Items list) {
                list.items().stream()
                        .filter(item -> !seen.add(item.kind()))
                        .forEach(item -> problems.at(item.place(), item.kind() + " is listed twice"));
            }
        }

        private void wrongValue(String keyword) {
            boolean ofType = keyword.equals("type")
                    || (text().isEmpty() && Set.of("pattern", "enum").contains(keyword));
            if (keyword.equals("pattern") && wordedByItsForm()) {
                return;
            }
            JsonNode argument = schemas.getFirst().get(keyword);
            Optional<String> message = message(keyword, !ofType);
            if (message.isPresent()) {
                at(message.get(), annotation("x-allowed").map(Finding::words).orElseGet(this::keys));
            } else if (ofType
                    || (keyword.equals("pattern") && annotation("x-list").isPresent())) {
                wrongType(annotation("type").map(Finding::words).orElse(List.of()));
            } else if (keyword.equals("enum")) {
                at(Problems.unknown(word("x-kind", "word"), text().orElse(""), words(argument)), words(argument));
            } else {
                at(
                        switch (keyword) {
                            case "minimum" -> "must be at least " + argument + ", was '{value}'";
                            case "maximum" -> "must be at most " + argument + ", was '{value}'";
                            case "minItems" -> "the list is empty";
                            case "minProperties" -> "defines no " + word("x-each", "key");
                            default -> "{found} does not fit: " + word("description", error.getMessage());
                        },
                        keys());
            }
        }

        private void wrongType(List<String> types) {
            if (annotation("x-list").isPresent()) {
                at(word("x-list", "") + " is expected, found {found}", List.of());
            } else if (types.contains("object") && annotation("x-each").isPresent()) {
                at("a mapping with one entry per " + word("x-each", "") + " is expected, found {found}", List.of());
            } else if (types.contains("object") && !keys().isEmpty()) {
                at(what() + " is a mapping, found {found}", keys());
            } else {
                String type = types.contains("object")
                        ? "a mapping"
                        : types.contains("array") ? "a list" : types.contains("integer") ? "a whole number" : "a text";
                at(type + " is expected here, found {found}", List.of());
            }
        }

        /** Whether the form of a value words what is wrong; it can't where the schema is stricter. */
        private boolean wordedByItsForm() {
            Optional<JsonNode> form = schemas.reversed().stream()
                    .filter(schema -> schema.has("x-form"))
                    .map(schema -> schema.get("x-form"))
                    .findFirst();
            if (form.isEmpty() || text().isEmpty()) {
                return false;
            }
            Outcome<?> outcome = form.get().asString().equals("limit")
                    ? LimitExpression.parse(Metric.ofKey(spot.name()).orElseThrow(), text().get())
                    : Optional.ofNullable(FORMS.get(form.get().asString()))
                            .orElseThrow()
                            .read(text().get());
            if (outcome instanceof Outcome.Bad<?> bad) {
                at(bad.message(), bad.allowed());
            }
            return outcome instanceof Outcome.Bad<?>;
        }

        private void at(String message, List<String> allowed) {
            String filled = message.replace("{name}", spot.name())
                    .replace("{parent}", spot.parent())
                    .replace("{value}", text().orElse(""))
                    .replace("{found}", node().kind());
            problems.at(node().place(), filled, allowed);
        }

        private SourcePosition placeOfKey() {
            return node() instanceof YamlNode.Fields fields
                    ? fields.field(error.getProperty()).orElseThrow().key().place()
                    : node().place();
        }

        /** The text of a scalar that is not empty. */
        private Optional<String> text() {
            return node() instanceof YamlNode.Scalar scalar && !scalar.empty()
                    ? Optional.of(scalar.text())
                    : Optional.empty();
        }

        private String what() {
            return word("x-what", "the mapping");
        }

        private String word(String annotation, String otherwise) {
            return annotation(annotation).map(JsonNode::asString).orElse(otherwise);
        }

        /** The known keys of a mapping. */
        private List<String> keys() {
            return annotation("properties")
                    .map(known -> List.copyOf(known.propertyNames()))
                    .orElse(List.of());
        }

        /** Written for this keyword; or for any, if that is {@code general} enough. */
        private Optional<String> message(String keyword, boolean general) {
            return annotation("x-message")
                    .filter(message -> message.isObject() ? message.has(keyword) : general)
                    .map(message -> message.isObject() ? message.get(keyword) : message)
                    .map(JsonNode::asString);
        }

        private Optional<JsonNode> annotation(String key) {
            return schemas.stream()
                    .filter(schema -> schema.has(key))
                    .map(schema -> schema.get(key))
                    .findFirst();
        }

        private static List<String> words(JsonNode words) {
            return words.isArray() ? words.valueStream().map(JsonNode::asString).toList() : List.of(words.asString());
        }
    }
}
