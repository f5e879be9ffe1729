package dev.loomgate.load;

/**
 * Where requests to a server go, and as whom.
 *
 * @param baseUrl {@code http://127.0.0.1:8080}
 * @param token that a login has got there; empty when there was none
 * @param http2 whether HTTP/2 is spoken there, which needs https
 */
public record Address(String baseUrl, String token, boolean http2) {
    /** With HTTP/1.1, and without a login. */
    public static Address of(String baseUrl) {
        return new Address(baseUrl, "", false);
    }
}
