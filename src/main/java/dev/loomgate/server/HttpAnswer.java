package dev.loomgate.server;

import dev.loomgate.plan.HttpRequest;
import dev.loomgate.plan.Protocol;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/**
 * The answer to one request on a connection of its own, past any proxy. It is sent once; only one without a body whose
 * connection broke before an answer is sent again, as Gatling does.
 *
 * @param cookies that it sets, values by name
 * @param body in full, whatever the status
 */
public record HttpAnswer(int status, Map<String, String> cookies, String body) {
    /** Far more than any workload answers, and far less than the heap of the harness. */
    private static final int MOST_BYTES = 16 << 20;

    /** What Java says when the first bytes of a server are none of TLS. */
    private static final Pattern NO_TLS = Pattern.compile("(?i)unrecognized SSL message");

    public HttpAnswer {
        cookies = Map.copyOf(cookies);
    }

    static {
        Protocol.allowHeaders();
    }

    /**
     * Makes the first client, which takes 0.3 s of CPU time that would be missing in the first start that is measured.
     */
    static void prepare() {
        try (HttpClient client = client(Protocol.PLAIN)) {
            client.executor();
        }
    }

    /**
     * Asks and reads the whole answer, without TLS.
     *
     * @param limit of the whole exchange, from the connection to the last byte of the body
     */
    public static HttpAnswer to(URI uri, Duration limit) throws IOException {
        return to(Protocol.PLAIN, uri, limit);
    }

    /** The same in another protocol. */
    static HttpAnswer to(Protocol protocol, URI uri, Duration limit) throws IOException {
        return to(protocol, uri, HttpRequest.get(pathOf(uri)), limit);
    }

    /**
     * The same for any request.
     *
     * @param server with the path of the request or without one
     * @throws IOException also when the server speaks another protocol or presents another certificate, which no
     *     patience cures
     */
    public static HttpAnswer to(Protocol protocol, URI server, HttpRequest request, Duration limit) throws IOException {
        HttpClient client = client(protocol);
        try {
            return TimeLimit.exchange(
                    limit,
                    "the answer was not complete within " + limit.toMillis() + " ms",
                    () -> exchange(client, protocol, sent(server, request)));
        } finally {
            // Closes the connection, which ends an exchange that is still under way.
            client.shutdownNow();
        }
    }

    private static String pathOf(URI uri) {
        return uri.getRawQuery() == null ? uri.getRawPath() : uri.getRawPath() + "?" + uri.getRawQuery();
    }

    private static HttpClient client(Protocol protocol) {
        return HttpClient.newBuilder()
                .version(protocol.http2() ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .proxy(HttpClient.Builder.NO_PROXY)
                .sslContext(KnownCertificates.context(protocol.certificates()))
                .build();
    }

    private static java.net.http.HttpRequest sent(URI server, HttpRequest request) throws IOException {
        java.net.http.HttpRequest.Builder sent = java.net.http.HttpRequest.newBuilder(server.resolve(request.path()));
        try {
            request.headers().forEach(sent::setHeader);
        } catch (IllegalArgumentException e) {
            throw new IOException(
                    "Java's client sends no such header (" + e.getMessage() + "): start this JVM with -D"
                            + Protocol.HEADERS_OF_JAVA + "=host",
                    e);
        }
        if (!request.body().isEmpty()) {
            sent.method(
                    request.method(),
                    java.net.http.HttpRequest.BodyPublishers.ofString(request.body(), StandardCharsets.UTF_8));
        } else {
            switch (request.method()) {
                // Others say that their body has no length.
                case "GET" -> sent.GET();
                case "HEAD" -> sent.HEAD();
                case "DELETE" -> sent.DELETE();
                default -> sent.method(request.method(), java.net.http.HttpRequest.BodyPublishers.noBody());
            }
        }
        return sent.build();
    }

    private static HttpAnswer exchange(HttpClient client, Protocol protocol, java.net.http.HttpRequest request)
            throws IOException, InterruptedException {
        try {
            HttpResponse<InputStream> answer = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
            if (protocol.http2() && answer.version() != HttpClient.Version.HTTP_2) {
                throw new WrongProtocolException("it speaks HTTP/1.1 over TLS, and 'http: 2' of the file wants HTTP/2");
            }
            try (InputStream body = answer.body()) {
                return new HttpAnswer(answer.statusCode(), cookies(answer.headers()), text(body));
            }
        } catch (ConnectException e) {
            throw new IOException("nothing listens at " + request.uri().getAuthority(), e);
        } catch (SSLException e) {
            throw ofTls(e);
        }
    }

    /** What follows the value, such as a path, is for browsers. */
    private static Map<String, String> cookies(HttpHeaders headers) {
        Map<String, String> cookies = new HashMap<>();
        for (String cookie : headers.allValues("Set-Cookie")) {
            String pair = cookie.replaceFirst(";.*", "");
            int equals = pair.indexOf('=');
            if (equals > 0) {
                cookies.put(
                        pair.substring(0, equals).strip(),
                        pair.substring(equals + 1).strip());
            }
        }
        return cookies;
    }

    private static IOException ofTls(SSLException e) {
        Optional<String> unknown = Stream.<Throwable>iterate(e, cause -> cause != null, Throwable::getCause)
                .filter(CertificateException.class::isInstance)
                .map(cause -> String.valueOf(cause.getMessage()))
                .findFirst();
        if (unknown.isPresent()) {
            return new WrongProtocolException(unknown.get());
        }
        return NO_TLS.matcher(String.valueOf(e.getMessage())).find()
                ? new WrongProtocolException("it does not speak TLS there, and 'tls' of the file says so")
                : e;
    }

    private static String text(InputStream body) throws IOException {
        byte[] bytes = body.readNBytes(MOST_BYTES + 1);
        if (bytes.length > MOST_BYTES) {
            throw new IOException("the answer has more than " + (MOST_BYTES >> 20) + " MiB");
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Whether the status says that all went well: 2xx. */
    public boolean good() {
        return status / 100 == 2;
    }
}
