package dev.loomgate.server;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** One GET on a connection of its own, past any proxy. */
public record HttpGet(int status, String body) {
    /** Far more than any workload answers, and far less than the heap of the harness. */
    private static final int MOST_BYTES = 16 << 20;

    /**
     * Asks and reads the whole answer.
     *
     * @param limit of the whole exchange, from the connection to the last byte of the body
     */
    public static HttpGet of(URI uri, Duration limit) throws IOException {
        return TimeLimit.exchange(limit, late(limit), () -> exchange(uri, limit));
    }

    private static String late(Duration limit) {
        return "the answer was not complete within " + limit.toMillis() + " ms";
    }

    private static HttpGet exchange(URI uri, Duration limit) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection(Proxy.NO_PROXY);
        // Of each step, so that a silent server does not hold the thread that asks it.
        connection.setConnectTimeout((int) limit.toMillis());
        connection.setReadTimeout((int) limit.toMillis());
        connection.setInstanceFollowRedirects(false);
        connection.setUseCaches(false);
        connection.setRequestProperty("Connection", "close");
        try {
            int status = connection.getResponseCode();
            if (status != HttpURLConnection.HTTP_OK) {
                return new HttpGet(status, "");
            }
            try (InputStream body = connection.getInputStream()) {
                return new HttpGet(status, text(body));
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
