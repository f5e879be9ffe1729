package dev.loomgate.plan;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * What is asked of a server, and what a right answer is. Path, headers and body may have places that are filled anew
 * for each request ({@link Template}).
 *
 * @param path with its query: {@code /primes?from=1&to=10000}
 * @param headers beside those that every request has
 * @param body that is sent; empty when there is none
 * @param status of a right answer
 * @param answer regular expression that the whole body of a right answer matches
 * @param json what a right answer has as JSON; empty where that is not asked
 */
public record HttpRequest(
        String method,
        String path,
        Map<String, String> headers,
        String body,
        int status,
        String answer,
        List<JsonCheck> json) {
    /** Matches any body. */
    public static final String ANY = "(?s).*";

    private static final int OK = 200;

    public HttpRequest {
        headers = Ordered.copy(headers);
        json = List.copyOf(json);
    }

    /** With an answer that need not be JSON. */
    public HttpRequest(
            String method, String path, Map<String, String> headers, String body, int status, String answer) {
        this(method, path, headers, body, status, answer, List.of());
    }

    /** Asks for what stands at the path, whatever it is. */
    public static HttpRequest get(String path) {
        return get(path, ANY);
    }

    /** Asks for what stands at the path. */
    public static HttpRequest get(String path, String answer) {
        return new HttpRequest("GET", path, Map.of(), "", OK, answer);
    }

    /** {@code POST /orders}. */
    public String inWords() {
        return method + " " + path;
    }

    /** With a value in each of its places; in the path, characters that have a meaning there are escaped. */
    public HttpRequest filled(UnaryOperator<String> values) {
        Map<String, String> filled = new LinkedHashMap<>();
        headers.forEach((name, value) -> filled.put(name, Template.of(value).fill(values)));
        return new HttpRequest(
                method,
                Template.of(path).fill(name -> escaped(values.apply(name))),
                filled,
                Template.of(body).fill(values),
                status,
                answer,
                json);
    }

    /** A value as a part of a path or of a query. */
    public static String escaped(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
