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

/** A user's simulation, run by real Gatling in the generator, against a server that writes down what it was asked. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SimulationIT {
    private static final long TAKES_NANOS = 5_000_000;

    @TempDir
    static Path folder;

    private final List<String> asked = Collections.synchronizedList(new ArrayList<>());
    private LoadGenerator generator;
    private HttpServer server;

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
        String path = exchange.getRequestURI().toString();
        exchange.getRequestBody().readAllBytes();
        asked.add(exchange.getRequestMethod() + " " + path + " as "
                + exchange.getRequestHeaders().getFirst("X-Token"));
        LockSupport.parkNanos(TAKES_NANOS);
        byte[] answer = "item 7".getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(
                path.equals("/orders") ? 201 : path.equals("/lost") ? 404 : 200, answer.length);
        try (var out = exchange.getResponseBody()) {
            out.write(answer);
        }
    }

    @Test
    void everyNamedRequestIsTimedAtItsConnection() {
        PlayedRun played = PlayedRun.of(order(ShopSimulation.class, 2));

        Path report = played.beforeMeasuring(asked::clear).play(generator, 2);

        assertThat(played.loads()).hasSize(2).allSatisfy(load -> {
            assertThat(load.started()).isEqualTo(400);
            assertThat(load.good()).isEqualTo(200);
            assertThat(load.wrongBodies()).isEqualTo(100);
            assertThat(load.errors()).isEqualTo(Map.of("status 404", 100L));
            assertThat(load.requests().keySet())
                    .containsExactlyInAnyOrder("browse", "checkout / order", "checkout / receipt", "lost");
            assertThat(part(load, "checkout / order").good()).isEqualTo(100);
            assertThat(part(load, "checkout / receipt").wrongBody()).contains("receipt");
            assertThat(part(load, "browse").service().getMinValue()).isGreaterThanOrEqualTo(TAKES_NANOS);
            assertThat(load.latency().getMinValue())
                    .isGreaterThanOrEqualTo(load.service().getMinValue());
            assertThat(load.lateness().getTotalCount()).isZero();
            assertThat(load.length()).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(4));
            assertThat(folder.resolve("hlog").resolve(load.hlog())).isNotEmptyFile();
        });
        played.loads().forEach(load -> System.out.println(part(load, "browse").service().getValueAtPercentile(50)+" "+part(load, "browse").latency().getValueAtPercentile(50)+" "+part(load, "checkout / order").latency().getValueAtPercentile(50)+ " "+load.errors()+load.length()));
        assertThat(asked).hasSize(800);
        assertThat(asked.stream().filter("GET /items/1 as null"::equals)).hasSize(100);
        assertThat(asked.stream().filter("POST /orders as secret"::equals)).hasSize(200);
        assertThat(report).isDirectoryRecursivelyContaining("glob:**/index.html");
    }

    private static IterationLoad part(IterationLoad load, String name) {
        return Objects.requireNonNull(load.requests().get(name));
    }

    private LoadOrder order(Class<? extends Simulation> simulation, int phases) {
        return new LoadOrder(
                "shop",
                new Address("http://127.0.0.1:" + server.getAddress().getPort(), "secret"),
                new GatlingSimulation(simulation.getName(), null, List.of(), Duration.ofSeconds(20)),
                new Arrivals.Simulated(),
                Duration.ofSeconds(20).toMillis(),
                phases,
                0,
                500,
                1000,
                folder.resolve("gatling").toString(),
                folder.resolve("hlog").toString(),
                "shop");
    }
}
