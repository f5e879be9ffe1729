package dev.loomgate.helidon;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.loomgate.workloads.Clan;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DownstreamTest {
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private HttpServer service;

    @BeforeEach
    void start() throws IOException {
        service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        service.setExecutor(threads);
        service.start();
    }

    @AfterEach
    void stop() {
        service.stop(0);
        threads.shutdownNow();
    }

    @Test
    void asksForTheWaitAndHandsOnTheAnswer() {
        service.createContext(
                "/", exchange -> answer(exchange, 200, exchange.getRequestURI() + " " + exchange.getProtocol()));

        assertThat(downstream(1).waitFor(100)).isEqualTo("/wait?ms=100 HTTP/1.1");
    }

    @Test
    void readsClansAndTheirMembers() {
        service.createContext("/clans", exchange -> answer(exchange, 200, "[{\"tag\":\"a\",\"name\":\"A\"}]"));
        service.createContext("/clans/a/members", exchange -> answer(exchange, 200, "[{\"id\":7,\"name\":\"Seven\"}]"));

        List<Clan> clans = downstream(1).clans(0);
        assertThat(clans).containsExactly(new Clan("a", "A"));
        assertThat(downstream(1).members(clans.getFirst(), 0)).containsExactly(new Clan.Member(7, "Seven"));
    }

    @Test
    void failsInOneLineWhenTheServiceAnswersWithAnError() {
        service.createContext("/", exchange -> answer(exchange, 500, "oh\nno"));

        assertFails(downstream(1), "answered with status 500 Internal Server Error");
    }

    @Test
    void failsInOneLineWhenTheAnswerIsNoJson() {
        service.createContext("/", exchange -> answer(exchange, 200, "oh\nno"));

        assertThatThrownBy(() -> downstream(1).clans(0))
                .isInstanceOf(ServiceBehindFailed.class)
                .hasMessageContaining("Unrecognized token")
                .hasMessageNotContaining("\n");
    }

    @Test
    void failsWhenNobodyIsThereAndRecoversItsConnections() {
        Downstream downstream = downstream(1);
        service.stop(0);

        assertFails(downstream, "Connection refused");
        assertFails(downstream, "Connection refused");
    }

    @Test
    void neverHasMoreCallsUnderWayThanConnections() throws Exception {
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch two = new CountDownLatch(2);
        service.createContext("/", exchange -> {
            most.accumulateAndGet(now.incrementAndGet(), Math::max);
            awaitQuietly(two);
            now.decrementAndGet();
            answer(exchange, 200, "ok");
        });
        Downstream downstream = downstream(2);
        List<Future<String>> calls = new ArrayList<>();
        for (int call = 0; call < 20; call++) {
            calls.add(threads.submit(() -> downstream.waitFor(0)));
        }
        for (Future<String> call : calls) {
            assertThat(call.get(30, TimeUnit.SECONDS)).isEqualTo("ok");
        }
        assertThat(most).hasValue(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "127.0.0.1:8081", "ftp://a", "http://", "http://a:b", "http://a/b"})
    void refusesWhatIsNoAddress(String address) {
        assertThatThrownBy(() -> Downstream.of(Map.of("loomgate.downstream", address)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("-Dloomgate.downstream=" + address
                        + " makes no sense: expected an address such as http://127.0.0.1:8081");
    }

    private Downstream downstream(int connections) {
        return Downstream.of(Map.of(
                "loomgate.downstream",
                "http://127.0.0.1:" + service.getAddress().getPort(),
                "loomgate.http-client.connections",
                Integer.toString(connections)));
    }

    private static void assertFails(Downstream downstream, String why) {
        assertThatThrownBy(() -> downstream.waitFor(0))
                .isInstanceOf(ServiceBehindFailed.class)
                .hasMessageContainingAll("downstream service at http://127.0.0.1:", why)
                .hasMessageNotContaining("\n");
    }

    /** Both of the first two calls are there before either is answered. */
    private static void awaitQuietly(CountDownLatch two) {
        two.countDown();
        try {
            two.await(10, TimeUnit.SECONDS);
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        try (exchange) {
            exchange.getResponseBody().write(bytes);
        }
    }
}
