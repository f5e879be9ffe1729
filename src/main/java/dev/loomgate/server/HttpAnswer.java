package dev.loomgate.server;

import dev.loomgate.plan.HttpRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * The answer to one request on a connection of its own, past any proxy.
 *
 * @param body in full, whatever the status
 */
public record HttpAnswer(int status, String body) {
    /** Far more than any workload answers, and far less than the heap of the harness. */
    private static final int MOST_BYTES = 16 << 20;

    /**
     * Asks and reads the whole answer.
     *
     * @param limit of the whole exchange, from the connection to the last byte of the body
     */
    public static HttpAnswer to(URI uri, Duration limit) throws IOException {
        return to(uri, HttpRequest.get(pathOf(uri)), limit);
    }

    /**
     * The same for any request.
     *
     * @param server with the path of the request or without one
     */
    public static HttpAnswer to(URI server, HttpRequest request, Duration limit) throws IOException {
        return TimeLimit.exchange(limit, late(limit), () -> exchange(server, request, limit));
    }

    private static String pathOf(URI uri) {
        return uri.getRawQuery() == null ? uri.getRawPath() : uri.getRawPath() + "?" + uri.getRawQuery();
    }

    private static String late(Duration limit) {
        return "the answer was not complete within " + limit.toMillis() + " ms";
    }

    private static HttpAnswer exchange(URI server, HttpRequest request, Duration limit) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) server.resolve(request.path()).toURL().openConnection(Proxy.NO_PROXY);
        // Of each step, so that a silent server does not hold the thread that asks it.
        connection.setConnectTimeout((int) limit.toMillis());
        connection.setReadTimeout((int) limit.toMillis());
        connection.setInstanceFollowRedirects(false);
        connection.setUseCaches(false);
        connection.setRequestMethod(request.method());
        request.headers().forEach(connection::setRequestProperty);
        connection.setRequestProperty("Connection", "close");
        try {
            if (!request.body().isEmpty()) {
                connection.setDoOutput(true);
                try (OutputStream out = connection.getOutputStream()) {
                    out.write(request.body().getBytes(StandardCharsets.UTF_8));
                }
            }
            int status = connection.getResponseCode();
            try (InputStream body = status < HttpURLConnection.HTTP_BAD_REQUEST
                    ? connection.getInputStream()
                    : connection.getErrorStream()) {
                return new HttpAnswer(status, body == null ? "" : text(body));
            }
        } catch (SocketTimeoutException e) {
            throw (IOException) new SocketTimeoutException(late(limit)).initCause(e);
        } finally {
            connection.disconnect();
        }
    }

    private static String text(InputStream body) throws IOException {
        byte[] bytes = body.readNBytes(MOST_BYTES + 1);
        if (bytes.length > MOST_BYTES) {
            throw new IOException("the answer has more than " + (MOST_BYTES >> 20) + " MiB");
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Whether the status is 200. */
    public boolean good() {
        return status == HttpURLConnection.HTTP_OK;
    }
}
