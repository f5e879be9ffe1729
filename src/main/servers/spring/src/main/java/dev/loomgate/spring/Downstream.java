package dev.loomgate.spring;

import dev.loomgate.workloads.Clan;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

/** The service behind {@code remote-io} and {@code aggregate}, asked by the same client on every variant; how to wait for the answer is the variant's own business. */
public final class Downstream implements AutoCloseable {
    private static final int WAIT_MILLIS = 100;

    /** Three times the longest answer that anyone may ask for. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final int UNBOUNDED = -1;
    private static final ParameterizedTypeReference<List<Clan>> CLANS = new ParameterizedTypeReference<>() {};
    private static final ParameterizedTypeReference<List<Clan.Member>> MEMBERS = new ParameterizedTypeReference<>() {};

    private final ConnectionProvider pool;
    private final Supplier<WebClient> client;

    Downstream(
            ObjectProvider<WebClient.Builder> builder,
            @Value("${loomgate.downstream}") String address,
            @Value("${loomgate.http-client.connections}") int connections) {
        pool = ConnectionProvider.builder("downstream")
                .maxConnections(connections)
                .pendingAcquireMaxCount(UNBOUNDED)
                .pendingAcquireTimeout(PATIENCE)
                .build();
        // At the first use: loading Netty would make the start of servers longer that may never need it.
        client = SingletonSupplier.of(() -> builder.getObject()
                .baseUrl(address)
                .clientConnector(new ReactorClientHttpConnector(http()))
                .build());
    }

    /** What the service answers after 100 ms. */
    public Mono<String> waited() {
        return client.get().get().uri("/wait?ms={ms}", WAIT_MILLIS).retrieve().bodyToMono(String.class);
    }

    /** All clans, in the service's order. */
    public Mono<List<Clan>> clans(int delayMillis) {
        return client.get()
                .get()
                .uri("/clans?delay={ms}", delayMillis)
                .retrieve()
                .bodyToMono(CLANS);
    }

    /** The clan with its members. */
    public Mono<Clan.Roster> roster(Clan clan, int delayMillis) {
        return client.get()
                .get()
                .uri("/clans/{tag}/members?delay={ms}", clan.tag(), delayMillis)
                .retrieve()
                .bodyToMono(MEMBERS)
                .map(clan::with);
    }

    /** For {@code /effective}: read from the pool that is in use. */
    public Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("http-client", "Reactor Netty");
        facts.put("http-client-connections", Integer.toString(pool.maxConnections()));
        return facts;
    }

    @Override
    public void close() {
        pool.dispose();
    }

    private HttpClient http() {
        return HttpClient.create(pool)
                .protocol(HttpProtocol.HTTP11)
                .keepAlive(true)
                .compress(false)
                .responseTimeout(PATIENCE);
    }
}
