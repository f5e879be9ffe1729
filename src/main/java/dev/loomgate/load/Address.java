package dev.loomgate.load;

/**
 * Where requests to a server go, and as whom.
 *
 * @param baseUrl {@code http://127.0.0.1:8080}
 * @param token that a login has got there; empty when there was none
 */
public record Address(String baseUrl, String token) {
    /** Without a login. */
    public static Address of(String baseUrl) {
        return new Address(baseUrl, "");
    }
}
