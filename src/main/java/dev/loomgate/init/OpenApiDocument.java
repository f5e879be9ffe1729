package dev.loomgate.init;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.loomgate.plan.HttpRequest;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.representer.Representer;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * The operations of an OpenAPI document (2 or 3), JSON or YAML, with its examples filled in. The document is not
 * trusted: it has a size, a depth and no aliases, references lead into the document only, and what can't stand in a
 * thresholds file is left out with a reason.
 */
final class OpenApiDocument {
    static final int MOST_CHARACTERS = 4 << 20;

    private static final int DEEPEST = 60;
    private static final int DEEPEST_EXAMPLE = 8;
    private static final int LONGEST_BODY = 4000;
    private static final int MOST_OPERATIONS = 500;
    private static final List<String> METHODS = List.of("get", "post", "put", "delete", "patch");

    /** As in the schema of the thresholds file, without places. */
    static final Pattern PATH = Pattern.compile("/[A-Za-z0-9/?&=%._~:@!$'()*+,;-]*");

    private static final ObjectMapper JSON = new ObjectMapper(JsonFactory.builder()
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(DEEPEST).build())
            .build());

    private final Map<?, ?> root;

    private OpenApiDocument(Map<?, ?> root) {
        this.root = root;
    }

    /**
     * An operation.
     *
     * @param template path as in the document: {@code /orders/{id}}
     * @param request empty where the document has no value for something that is required
     * @param problem why there is no request
     */
    record Operation(String method, String template, Optional<HttpRequest> request, String says, String problem) {}

    /**
     * Reads it.
     *
     * @param where it comes from, for messages
     */
    static OpenApiDocument parse(String text, String where) {
        if (text.length() > MOST_CHARACTERS) {
            throw new InitException(where + " has more than " + (MOST_CHARACTERS >> 20) + " MiB");
        }
        Object tree;
        try {
            tree = text.stripLeading().startsWith("{") ? JSON.readValue(text, Map.class) : yaml().load(text);
        } catch (JsonProcessingException e) {
            throw new InitException(where + " is not JSON: " + e.getOriginalMessage());
        } catch (YAMLException e) {
            throw new InitException(
                    where + " is not YAML that can be read here (no aliases, at most " + DEEPEST + " levels): "
                            + String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
        }
        if (tree instanceof Map<?, ?> map
                && (map.containsKey("openapi") || map.containsKey("swagger"))
                && map.get("paths") instanceof Map) {
            return new OpenApiDocument(map);
        }
        throw new InitException(where + " is no OpenAPI document: it has no 'openapi' or no 'paths'");
    }

    private static Yaml yaml() {
        LoaderOptions options = new LoaderOptions();
        options.setCodePointLimit(MOST_CHARACTERS);
        options.setNestingDepthLimit(DEEPEST);
        options.setMaxAliasesForCollections(0);
        options.setAllowDuplicateKeys(false);
        DumperOptions dumper = new DumperOptions();
        return new Yaml(new SafeConstructor(options), new Representer(dumper), dumper, options, new WithoutDates());
    }

    /** An example that is a date stays as it is written. */
    private static final class WithoutDates extends Resolver {
        @Override
        public void addImplicitResolver(Tag tag, Pattern pattern, String first, int limit) {
            if (!tag.equals(Tag.TIMESTAMP)) {
                super.addImplicitResolver(tag, pattern, first, limit);
            }
        }
    }

    /** In the order of the document. */
    List<Operation> operations() {
        List<Operation> operations = new ArrayList<>();
        map(root.get("paths")).forEach((path, item) -> {
            Map<?, ?> methods = map(resolved(item));
            for (String method : METHODS) {
                if (methods.get(method) instanceof Map<?, ?> operation && operations.size() < MOST_OPERATIONS) {
                    operations.add(operation(method.toUpperCase(Locale.ROOT), path.toString(), methods, operation));
                }
            }
        });
        return operations;
    }

    private Operation operation(String method, String template, Map<?, ?> item, Map<?, ?> operation) {
        String path = template;
        List<String> query = new ArrayList<>();
        Map<String, String> headers = new LinkedHashMap<>();
        List<String> missing = new ArrayList<>();
        String body = "";
        for (Map<?, ?> parameter : parameters(item, operation)) {
            String name = String.valueOf(parameter.get("name"));
            String place = String.valueOf(parameter.get("in"));
            boolean required = Boolean.TRUE.equals(parameter.get("required")) || place.equals("path");
            if (place.equals("body")) {
                body = text(example(parameter, 0));
                if (required && body.isEmpty()) {
                    missing.add("the body");
                }
            } else if (required) {
                Optional<Object> value = example(parameter, 0).filter(OpenApiDocument::isScalar);
                if (value.isEmpty()) {
                    missing.add("the " + place + " parameter " + name);
                } else {
                    String text = String.valueOf(value.get());
                    switch (place) {
                        case "path" -> path = path.replace("{" + name + "}", HttpRequest.escaped(text));
                        case "query" -> query.add(HttpRequest.escaped(name) + "=" + HttpRequest.escaped(text));
                        case "header" -> headers.put(name, text);
                        default -> missing.add("the " + place + " parameter " + name);
                    }
                }
            }
        }
        if (operation.containsKey("requestBody")) {
            Map<?, ?> sent = map(resolved(operation.get("requestBody")));
            Map.Entry<?, ?> content = map(sent.get("content")).entrySet().stream()
                    .map(each -> (Map.Entry<?, ?>) each)
                    .filter(each -> String.valueOf(each.getKey()).contains("json"))
                    .findFirst()
                    .orElse(null);
            if (content != null) {
                body = text(example(map(content.getValue()), 0));
                headers.put("Content-Type", String.valueOf(content.getKey()));
            }
            if (body.isEmpty()) {
                missing.add("the body");
            }
        } else if (!body.isEmpty()) {
            headers.put("Content-Type", "application/json");
        }
        String says = firstText(operation, "summary", "description");
        int status = status(map(operation.get("responses")));
        String whole = base() + path + (query.isEmpty() ? "" : "?" + String.join("&", query));
        String problem = method.equals("PATCH") ? "PATCH can't be sent" : problem(whole, headers, body, missing);
        return new Operation(
                method,
                template,
                problem.isEmpty()
                        ? Optional.of(new HttpRequest(method, whole, headers, body, status, HttpRequest.ANY))
                        : Optional.empty(),
                says,
                problem);
    }

    private static String problem(String path, Map<String, String> headers, String body, List<String> missing) {
        if (!missing.isEmpty()) {
            return "the document has no example of " + String.join(" and ", missing);
        }
        if (!PATH.matcher(path).matches() || path.contains("${")) {
            return "its path has characters that a path of the file can't have";
        }
        boolean fit = headers.entrySet().stream()
                        .allMatch(header -> header.getKey().matches("[A-Za-z0-9-]+") && sendable(header.getValue()))
                && (body.isEmpty() || sendable(body));
        return fit ? "" : "its headers or its body have characters that one line of the file can't have";
    }

    private static boolean sendable(String text) {
        return !text.isBlank() && text.length() <= LONGEST_BODY && Words.fitOneLine(text) && !text.contains("${");
    }

    /** Those of an operation take the place of those of its path. */
    private List<Map<?, ?>> parameters(Map<?, ?> item, Map<?, ?> operation) {
        Map<String, Map<?, ?>> parameters = new LinkedHashMap<>();
        for (Object owner : List.of(item, operation)) {
            if (map(owner).get("parameters") instanceof List<?> list) {
                list.forEach(each -> {
                    Map<?, ?> parameter = map(resolved(each));
                    parameters.put(parameter.get("in") + " " + parameter.get("name"), parameter);
                });
            }
        }
        return List.copyOf(parameters.values());
    }

    /** Of a parameter, a media type or a schema: what it gives as an example, or what is made of those of its parts. */
    private Optional<Object> example(Map<?, ?> owner, int depth) {
        if (depth > DEEPEST_EXAMPLE) {
            return Optional.empty();
        }
        for (String key : List.of("example", "x-example", "default")) {
            if (owner.get(key) != null) {
                return Optional.of(owner.get(key));
            }
        }
        Object examples = owner.get("examples");
        if (examples instanceof List<?> list && !list.isEmpty() && list.getFirst() != null) {
            return Optional.of(list.getFirst());
        }
        if (examples instanceof Map<?, ?> named && !named.isEmpty()) {
            Object value = map(resolved(named.values().iterator().next())).get("value");
            if (value != null) {
                return Optional.of(value);
            }
        }
        if (owner.get("enum") instanceof List<?> words && !words.isEmpty() && words.getFirst() != null) {
            return Optional.of(words.getFirst());
        }
        if (owner.get("schema") != null) {
            return example(map(resolved(owner.get("schema"))), depth + 1);
        }
        if (owner.get("items") != null) {
            return example(map(resolved(owner.get("items"))), depth + 1).map(List::of);
        }
        return ofProperties(owner, depth);
    }

    /** Only where each required property has an example: a body with holes would be a wrong request. */
    private Optional<Object> ofProperties(Map<?, ?> schema, int depth) {
        Map<String, Object> whole = new LinkedHashMap<>();
        Object required = schema.get("required");
        for (Map.Entry<?, ?> property : map(schema.get("properties")).entrySet()) {
            Optional<Object> value = example(map(resolved(property.getValue())), depth + 1);
            if (value.isPresent()) {
                whole.put(String.valueOf(property.getKey()), value.get());
            } else if (!(required instanceof List<?> names) || names.contains(property.getKey())) {
                return Optional.empty();
            }
        }
        return whole.isEmpty() ? Optional.empty() : Optional.of(whole);
    }

    private static boolean isScalar(Object value) {
        return value instanceof String || value instanceof Number || value instanceof Boolean;
    }

    private static String text(Optional<Object> example) {
        try {
            return example.isEmpty()
                    ? ""
                    : example.get() instanceof String text ? text : JSON.writeValueAsString(example.get());
        } catch (JsonProcessingException e) {
            return "";
        }
    }

    /** The first good one that it names; 200 where it names none. */
    private static int status(Map<?, ?> responses) {
        return responses.keySet().stream()
                .map(String::valueOf)
                .filter(status -> status.matches("2\\d\\d"))
                .map(Integer::valueOf)
                .findFirst()
                .orElse(200);
    }

    /** What stands before each path: of the first server of version 3, the base path of version 2. */
    private String base() {
        if (root.get("basePath") instanceof String path) {
            return path.replaceFirst("/+$", "");
        }
        Map<?, ?> server = root.get("servers") instanceof List<?> servers && !servers.isEmpty()
                ? map(servers.getFirst())
                : Map.of();
        String url = server.get("url") instanceof String text ? text : "";
        for (Map.Entry<?, ?> variable : map(server.get("variables")).entrySet()) {
            url = url.replace(
                    "{" + variable.getKey() + "}",
                    String.valueOf(map(variable.getValue()).get("default")));
        }
        return url.replaceFirst("^[a-zA-Z][a-zA-Z0-9+.-]*:", "")
                .replaceFirst("^//[^/]*", "")
                .replaceFirst("/+$", "");
    }

    /** What it is, or what its reference within the document leads to. */
    private @Nullable Object resolved(@Nullable Object node) {
        Object current = node;
        for (int hop = 0; hop < DEEPEST_EXAMPLE; hop++) {
            if (!(current instanceof Map<?, ?> map) || !(map.get("$ref") instanceof String reference)) {
                return current;
            }
            if (!reference.startsWith("#/")) {
                return Map.of();
            }
            current = root;
            for (String step : reference.substring(2).split("/", -1)) {
                current = map(current).get(unescaped(step));
            }
        }
        return Map.of();
    }

    /** A step of a reference; as it stands where its escapes are none. */
    private static String unescaped(String step) {
        try {
            return URLDecoder.decode(step.replace("+", "%2B"), StandardCharsets.UTF_8)
                    .replace("~1", "/")
                    .replace("~0", "~");
        } catch (IllegalArgumentException e) {
            return step;
        }
    }

    private static String firstText(Map<?, ?> owner, String... keys) {
        for (String key : keys) {
            if (owner.get(key) instanceof String text && !text.isBlank()) {
                return text;
            }
        }
        return "";
    }

    private static Map<?, ?> map(@Nullable Object node) {
        return node instanceof Map<?, ?> map ? map : Map.of();
    }
}
