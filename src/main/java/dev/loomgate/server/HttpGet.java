package dev.loomgate.server;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** One GET on a connection of its own, past any proxy. */
public record HttpGet(int status, String body) {
    /** Asks and reads the whole answer. */
    public static HttpGet of(URI uri, Duration limit) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection(Proxy.NO_PROXY);
        connection.setConnectTimeout((int) limit.toMillis());
        connection.setReadTimeout((int) limit.toMillis());
        connection.setUseCaches(false);
        connection.setRequestProperty("Connection", "close");
        try {
            int status = connection.getResponseCode();
            if (status != HttpURLConnection.HTTP_OK) {
                return new HttpGet(status, "");
            }
            try (InputStream body = connection.getInputStream()) {
                return new HttpGet(status, new String(body.readAllBytes(), StandardCharsets.UTF_8));
            }
        } finally {
            connection.disconnect();
        }
    }

    /** Whether the status is 200. */
    public boolean good() {
        return status == HttpURLConnection.HTTP_OK;
    }
}
