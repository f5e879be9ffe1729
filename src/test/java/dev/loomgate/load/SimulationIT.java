package dev.loomgate.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.loomgate.plan.GatlingSimulation;
import io.gatling.javaapi.core.Simulation;
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
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** A user's simulation, run by real Gatling in the generator, against a server that writes down what it was asked. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Isolated
class SimulationIT {
    private static final long TAKES_NANOS = 5_000_000;

    /** What a test may see on a machine that others use; how near it is on a quiet one stands in instrument.md. */
    private static final long NEAR_NANOS = 20_000_000;

    @TempDir
    static Path folder;

    private final List<Asked> asked = Collections.synchronizedList(new ArrayList<>());
    private LoadGenerator generator;
    private HttpServer server;

    /** @param nanos from when it was read to when its answer is about to be written */
    private record Asked(String what, long nanos) {}

    @BeforeAll
    void startGenerator() {
        generator = UnpinnedGenerator.in(folder);
    }

    @AfterAll
    void stopGenerator() {
        generator.close();
    }

    @BeforeEach
    void startServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1000);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void stopServer() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        long start = System.nanoTime();
        String path = exchange.getRequestURI().toString();
        exchange.getRequestBody().readAllBytes();
        LockSupport.parkNanos(TAKES_NANOS);
        byte[] answer = "item 7".getBytes(StandardCharsets.UTF_8);
        asked.add(new Asked(
                exchange.getRequestMethod() + " " + path + " as "
                        + exchange.getRequestHeaders().getFirst("X-Token"),
                System.nanoTime() - start));
        exchange.sendResponseHeaders(path.equals("/orders") ? 201 : path.equals("/lost") ? 404 : 200, answer.length);
        try (var out = exchange.getResponseBody()) {
            out.write(answer);
        }
    }

    @Test
    void everyNamedRequestIsTimedAtItsConnection() {
        PlayedRun played = PlayedRun.of(order(ShopSimulation.class, 2));

        Path report = played.beforeMeasuring(asked::clear).play(generator, 2);

        assertThat(played.warmedUp().failed()).as("one run, with 50 lost ones").containsExactly(50L);
        assertThat(played.loads()).hasSize(2).allSatisfy(load -> {
            assertThat(load.started()).isEqualTo(200);
            assertThat(load.good()).isEqualTo(100);
            assertThat(load.wrongBodies()).isEqualTo(50);
            assertThat(load.errors()).isEqualTo(Map.of("status 404", 50L));
            assertThat(load.requests().keySet())
                    .containsExactlyInAnyOrder("browse", "checkout / order", "checkout / receipt", "lost");
            assertThat(part(load, "checkout / order").good()).isEqualTo(50);
            assertThat(part(load, "checkout / receipt").wrongBody()).contains("receipt");
            assertThat(load.lateness().getTotalCount()).isZero();
            assertThat(load.length()).isBetween(Duration.ofMillis(500), Duration.ofSeconds(4));
            assertThat(folder.resolve("hlog").resolve(load.hlog())).isNotEmptyFile();
        });
        assertThat(asked).hasSize(400);
        assertThat(asked.stream().filter(each -> each.what().equals("GET /items/1 as null")))
                .hasSize(50);
        List<Long> orders = asked.stream()
                .filter(each -> each.what().equals("POST /orders as secret"))
                .map(Asked::nanos)
                .sorted()
                .toList();
        assertThat(orders).hasSize(100);
        long median = median(played.loads(), "checkout / order");
        assertThat(median).isBetween(orders.get(49), orders.get(49) + NEAR_NANOS);
        // Whole milliseconds would all be equal in their last digits.
        assertThat(part(played.loads().getFirst(), "checkout / order").service().getMaxValue() % 1_000_000)
                .isNotZero();
        assertThat(report).isDirectoryRecursivelyContaining("glob:**/index.html");
    }

    @Test
    void oneThatNeverSendsIsAnError() {
        assertThatThrownBy(() -> PlayedRun.of(order(SilentSimulation.class, 1)).play(generator, 1))
                .isInstanceOf(GeneratorBrokeException.class)
                .hasMessageContaining(
                        "simulation " + SilentSimulation.class.getName() + " has ended without a request");
    }

    private static long median(List<IterationLoad> loads, String name) {
        var all = part(loads.getFirst(), name).service().copy();
        all.add(part(loads.getLast(), name).service());
        return all.getValueAtPercentile(50);
    }

    private static IterationLoad part(IterationLoad load, String name) {
        return Objects.requireNonNull(load.requests().get(name));
    }

    private LoadOrder order(Class<? extends Simulation> simulation, int phases) {
        return new LoadOrder(
                "shop",
                new Address("http://127.0.0.1:" + server.getAddress().getPort(), "secret", false),
                new GatlingSimulation(simulation.getName(), null, List.of(), Duration.ofSeconds(20)),
                new Arrivals.Simulated(),
                Duration.ofSeconds(20).toMillis(),
                0,
                phases,
                0,
                500,
                1000,
                folder.resolve("gatling").toString(),
                folder.resolve("hlog").toString(),
                "shop",
                null);
    }
}
