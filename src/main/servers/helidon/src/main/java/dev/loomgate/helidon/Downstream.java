package dev.loomgate.helidon;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.loomgate.workloads.Clan;
import dev.loomgate.workloads.Setting;
import io.helidon.http.Status;
import io.helidon.webclient.api.HttpClientRequest;
import io.helidon.webclient.api.HttpClientResponse;
import io.helidon.webclient.api.Proxy;
import io.helidon.webclient.api.WebClient;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;

/** The downstream service, asked with Helidon's WebClient over connections that are kept. */
final class Downstream {
    private static final String ADDRESS = "loomgate.downstream";

    private final String name;
    private final WebClient client;

    /** Helidon limits how many connections are kept and not how many are open. */
    private final Semaphore connections;

    private Downstream(URI address, int connections) {
        this.name = "downstream service at " + address;
        this.connections = new Semaphore(connections);
        this.client = WebClient.builder()
                .baseUri(address)
                .connectionCacheSize(connections)
                .shareConnectionCache(false)
                .proxy(Proxy.noProxy())
                .build();
    }

    /** Nothing is connected before the first call. */
    static Downstream of(Map<String, String> properties) {
        return new Downstream(
                address(properties.getOrDefault(ADDRESS, "http://127.0.0.1:8081")),
                Setting.wholeNumber(properties, "loomgate.http-client.connections", 10_000, 1, 1_000_000));
    }

    /** What the service answers after so long. */
    String waitFor(int millis) {
        return new String(ask(client.get("/wait").queryParam("ms", Integer.toString(millis))), UTF_8);
    }

    List<Clan> clans(int delayMillis) {
        return read(ask(client.get("/clans").queryParam("delay", Integer.toString(delayMillis))), new Clans());
    }

    List<Clan.Member> members(Clan clan, int delayMillis) {
        HttpClientRequest request = client.get("/clans/{tag}/members").pathParam("tag", clan.tag());
        return read(ask(request.queryParam("delay", Integer.toString(delayMillis))), new Members());
    }

    /** Most connections that may be open, as the client was built. */
    int connectionLimit() {
        return client.prototype().connectionCacheSize();
    }

    private byte[] ask(HttpClientRequest request) {
        connections.acquireUninterruptibly();
        try (HttpClientResponse response = request.request()) {
            if (!response.status().equals(Status.OK_200)) {
                throw new ServiceBehindFailed(name, "answered with status " + response.status());
            }
            return response.as(byte[].class);
        } catch (ServiceBehindFailed known) {
            throw known;
        } catch (RuntimeException failed) {
            throw new ServiceBehindFailed(name, failed);
        } finally {
            connections.release();
        }
    }

    private <T> T read(byte[] json, TypeReference<T> type) {
        try {
            return Json.read(json, type);
        } catch (IOException nonsense) {
            throw new ServiceBehindFailed(name, nonsense);
        }
    }

    private static URI address(String text) {
        URI address = text.matches("http://[^/?#]+/?") ? URI.create(text) : URI.create("");
        if (address.getHost() == null) {
            throw new IllegalArgumentException(
                    "-D" + ADDRESS + "=" + text + " makes no sense: expected an address such as http://127.0.0.1:8081");
        }
        return address;
    }

    private static final class Clans extends TypeReference<List<Clan>> {}

    private static final class Members extends TypeReference<List<Clan.Member>> {}
}
