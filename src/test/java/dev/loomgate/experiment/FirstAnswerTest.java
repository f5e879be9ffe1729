package dev.loomgate.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.loomgate.plan.BackendDependency;
import dev.loomgate.plan.HttpRequest;
import dev.loomgate.plan.Protocol;
import dev.loomgate.plan.Requests;
import dev.loomgate.plan.Workload;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class FirstAnswerTest {
    private final CountDownLatch over = new CountDownLatch(1);

    @SuppressWarnings("NullAway.Init") // set before each test
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        server.start();
    }

    @AfterEach
    void stop() {
        over.countDown();
        server.stop(0);
    }

    @Test
    void aGoodAnswerIsNoProblem() {
        answer(200, "ok");

        assertThat(problems(Duration.ofSeconds(20))).isEmpty();
    }

    @Test
    void aWrongStatusAndAWrongBodyAreTold() {
        answer(503, "no");
        assertThat(problems(Duration.ofSeconds(20)))
                .singleElement()
                .asString()
                .isEqualTo("GET /empty answered status 503, expected 200, and the body 'no'");

        server.removeContext("/empty");
        answer(200, "no");
        assertThat(problems(Duration.ofSeconds(20)))
                .singleElement()
                .asString()
                .contains("answered the body 'no', expected a match of 'ok'");
    }

    @Test
    void aBodyThatStallsAfterItsHeadEnds() {
        server.createContext("/empty", exchange -> {
            exchange.sendResponseHeaders(200, 2);
            exchange.getResponseBody().write('o');
            exchange.getResponseBody().flush();
            await(over);
        });

        assertThat(problems(Duration.ofMillis(300)))
                .singleElement()
                .asString()
                .isEqualTo("GET /empty got no answer: the answer was not complete within 300 ms");
    }

    private List<String> problems(Duration limit) {
        Workload workload = new Workload(
                "empty",
                Requests.of(HttpRequest.get("/empty", "ok")),
                Optional.empty(),
                Duration.ZERO,
                1,
                new BackendDependency.Nothing());
        URI uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        return FirstAnswer.problems(Protocol.PLAIN, uri, workload, "", limit).stream()
                .map(String::valueOf)
                .toList();
    }

    private void answer(int status, String body) {
        server.createContext("/empty", exchange -> {
            try (exchange) {
                exchange.sendResponseHeaders(status, body.length());
                exchange.getResponseBody().write(body.getBytes(StandardCharsets.UTF_8));
            }
        });
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
