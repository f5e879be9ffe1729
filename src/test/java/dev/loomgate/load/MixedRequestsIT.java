package dev.loomgate.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.loomgate.plan.Feed;
import dev.loomgate.plan.HttpRequest;
import dev.loomgate.plan.Requests;
import dev.loomgate.plan.WeightedRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Several requests with shares, data and a token, against servers that write down what they were asked. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("untimed")
class MixedRequestsIT {
    private static final Requests SHOP = new Requests(
            List.of(
                    new WeightedRequest(
                            "browse",
                            0.7,
                            new HttpRequest(
                                    "GET", "/items/${id}", Map.of("X-Token", "${token}"), "", 200, "item \\d+")),
                    new WeightedRequest(
                            "order",
                            0.2,
                            new HttpRequest(
                                    "POST",
                                    "/orders",
                                    Map.of("X-Token", "${token}"),
                                    "{\"id\": ${id}}",
                                    201,
                                    "ordered")),
                    new WeightedRequest("lost", 0.1, HttpRequest.get("/lost", "found"))),
            new Feed(
                    "items.csv",
                    Feed.Order.CIRCULAR,
                    List.of("id"),
                    List.of(List.of("1"), List.of("2"), List.of("3"))));

    /** With 201 for orders and 404 for what is lost; a line for each request. */
    private static final class Shop implements AutoCloseable {
        private final List<String> asked = Collections.synchronizedList(new ArrayList<>());
        private final Set<String> headers = ConcurrentHashMap.newKeySet();
        private final HttpServer server;

        Shop() throws IOException {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1000);
            server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
            server.createContext("/", this::answer);
            server.start();
        }

        private void answer(HttpExchange exchange) throws IOException {
            String path = exchange.getRequestURI().toString();
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            asked.add(exchange.getRequestMethod() + " " + path + " " + body + " as "
                    + exchange.getRequestHeaders().getFirst("X-Token"));
            headers.addAll(exchange.getRequestHeaders().keySet());
            exchange.getResponseHeaders().add("Set-Cookie", "SESSION=" + asked.size() + "; Path=/");
            exchange.getResponseHeaders().add("Content-Type", "text/html");
            byte[] answer = (path.equals("/orders") ? "ordered" : "item 7").getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(
                    path.equals("/orders") ? 201 : path.equals("/lost") ? 404 : 200, answer.length);
            try (var out = exchange.getResponseBody()) {
                out.write(answer);
            }
        }

        Address address(String token) {
            return new Address("http://127.0.0.1:" + server.getAddress().getPort(), token, false);
        }

        long count(String beginning) {
            return asked.stream().filter(line -> line.startsWith(beginning)).count();
        }

        @Override
        public void close() {
            server.stop(0);
        }
    }

    @TempDir
    static Path folder;

    private LoadGenerator generator;
    private Shop shop;

    @BeforeAll
    void startGenerator() {
        generator = UnpinnedGenerator.in(folder);
    }

    @AfterAll
    void stopGenerator() {
        generator.close();
    }

    @BeforeEach
    void open() throws IOException {
        shop = new Shop();
    }

    @AfterEach
    void close() {
        shop.close();
    }

    @Test
    void eachRequestIsCountedByItselfAndWithTheOthers() {
        PlayedRun played = PlayedRun.of(order("each", shop.address("secret"), new Arrivals.Open(500), 2, null));

        played.beforeMeasuring(shop.asked::clear).renewed("newer").play(generator, 2);

        assertThat(played.loads()).hasSize(2).allSatisfy(load -> {
            assertThat(load.started()).isEqualTo(1000);
            assertThat(load.good()).isEqualTo(900);
            assertThat(load.errors()).isEqualTo(Map.of("status 404", 100L));
            assertThat(load.requests().keySet()).containsExactly("browse", "order", "lost");
            assertThat(load.requests().values())
                    .extracting(IterationLoad::started)
                    .containsExactly(700L, 200L, 100L);
            assertThat(load.requests().values()).extracting(IterationLoad::good).containsExactly(700L, 200L, 0L);
            assertThat(part(load, "lost").errors()).isEqualTo(Map.of("status 404", 100L));
            assertThat(part(load, "order").latency().getTotalCount()).isEqualTo(200);
        });
        assertThat(shop.count("GET /items/")).isEqualTo(1400);
        assertThat(shop.count("POST /orders {\"id\": ")).isEqualTo(400);
        assertThat(shop.count("GET /lost")).isEqualTo(200);
        assertThat(shop.asked.stream().filter(line -> line.endsWith(" as secret")))
                .hasSize(900);
        assertThat(shop.asked.stream().filter(line -> line.endsWith(" as newer")))
                .hasSize(900);
    }

    /** Of 2,000 requests, each server gets a thousand, and the same ones; the token is its own. */
    @Test
    void serversThatTakeTurnsAreAskedTheSame() throws IOException {
        try (Shop other = new Shop()) {
            Targets both = new Targets(
                    List.of(
                            new Targets.Server("a", shop.address("of a")),
                            new Targets.Server("b", other.address("of b"))),
                    List.of(0, 1),
                    2,
                    40,
                    List.of());
            PlayedRun played = PlayedRun.of(order("turns", shop.address("of a"), new Arrivals.Open(1000), 2, both));

            played.beforeMeasuring(() -> {
                        shop.asked.clear();
                        other.asked.clear();
                    })
                    .play(generator, 2);

            assertThat(played.loads())
                    .hasSize(4)
                    .allSatisfy(load -> assertThat(load.requests().values())
                            .extracting(IterationLoad::started)
                            .containsExactly(700L, 200L, 100L));
            assertThat(shop.asked).hasSize(2000).anyMatch(line -> line.endsWith("as of a"));
            assertThat(shop.asked.stream()
                            .map(line -> line.replace("as of a", "as of b"))
                            .sorted())
                    .containsExactlyElementsOf(other.asked.stream().sorted().toList());
        }
    }

    @Test
    void usersOfTheClosedModelAskTheMixToo() {
        PlayedRun played = PlayedRun.of(order("users", shop.address("secret"), new Arrivals.Closed(4), 2, null));

        played.beforeMeasuring(shop.asked::clear).play(generator, 1);

        IterationLoad load = played.loads().getFirst();
        assertThat(load.started()).isEqualTo(shop.asked.size()).isGreaterThan(100);
        assertThat(part(load, "browse").started()).isEqualTo(shop.count("GET /items/"));
        assertThat(part(load, "order").good()).isEqualTo(shop.count("POST /orders"));
        assertThat(part(load, "lost").failed()).isEqualTo(shop.count("GET /lost"));
        assertHeadersOfTheFile(shop);
        assertThat(load.requests().values().stream()
                        .mapToLong(IterationLoad::started)
                        .sum())
                .isEqualTo(load.started());
    }

    /** Users of the closed model have been answered before, with a cookie and a page that could be referred to. */
    private static void assertHeadersOfTheFile(Shop shop) {
        assertThat(shop.headers).doesNotContain("Cookie", "Referer", "Origin").contains("X-token");
    }

    private static IterationLoad part(IterationLoad load, String name) {
        return Objects.requireNonNull(load.requests().get(name));
    }

    private LoadOrder order(String name, Address address, Arrivals arrivals, int phases, @Nullable Targets turns) {
        return new LoadOrder(
                name,
                address,
                SHOP,
                arrivals,
                Duration.ofSeconds(2).toMillis(),
                0,
                phases,
                4,
                500,
                1000,
                folder.resolve("gatling").toString(),
                folder.resolve("hlog").toString(),
                name,
                turns);
    }
}
