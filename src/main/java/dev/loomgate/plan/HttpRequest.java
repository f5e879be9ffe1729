package dev.loomgate.plan;

import java.util.Map;

/**
 * What is asked of a server, and the status of a right answer.
 *
 * @param path with its query: {@code /primes?from=1&to=10000}
 * @param headers beside those that every request has
 * @param body that is sent; empty when there is none
 */
public record HttpRequest(String method, String path, Map<String, String> headers, String body, int status) {
    private static final int OK = 200;

    public HttpRequest {
        headers = Ordered.copy(headers);
    }

    /** Asks for what stands at the path. */
    public static HttpRequest get(String path) {
        return new HttpRequest("GET", path, Map.of(), "", OK);
    }

    /** {@code POST /orders}. */
    public String inWords() {
        return method + " " + path;
    }
}
