package dev.loomgate.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.plan.Workload;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.http.client.reactive.JdkClientHttpConnector;
import org.springframework.test.web.reactive.server.EntityExchangeResult;
import org.springframework.test.web.reactive.server.WebTestClient;

/** Asks one server; what it says when an answer is wrong names the server, because Maven's console doesn't. */
final class ContractClient {
    private static final int PATIENCE_MILLIS = 30_000;
    private static final int SILENCE_MILLIS = 500;

    private final String server;
    private final URI address;
    private final WebTestClient client;

    ContractClient(String server, RunningServer running) {
        this.server = server;
        this.address = running.baseUri();
        // Reactor Netty takes io_uring here, which Gatling brings along, and then leaves about one answer in a thousand
        // unread.
        HttpClient http =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        this.client = WebTestClient.bindToServer(new JdkClientHttpConnector(http))
                .baseUrl(running.baseUri().toString())
                .responseTimeout(Duration.ofSeconds(60))
                .build();
    }

    EntityExchangeResult<String> ask(HttpMethod method, String path) {
        return client.method(method)
                .uri(path)
                .exchange()
                .expectBody(String.class)
                .returnResult();
    }

    /** The answer to a path that no client would send; as it came over the wire. Not every server hangs up afterwards. */
    String raw(String path) throws IOException {
        try (Socket socket = new Socket(address.getHost(), address.getPort())) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            ByteArrayOutputStream answer = new ByteArrayOutputStream();
            for (int next = socket.getInputStream().read(); next >= 0; next = nextOrEnd(socket)) {
                answer.write(next);
            }
            return answer.toString(StandardCharsets.ISO_8859_1);
        }
    }

    private static int nextOrEnd(Socket socket) throws IOException {
        socket.setSoTimeout(SILENCE_MILLIS);
        try {
            return socket.getInputStream().read();
        } catch (SocketTimeoutException silence) {
            return -1;
        }
    }

    static String bodyOf(EntityExchangeResult<String> answer) {
        return Objects.requireNonNullElse(answer.getResponseBody(), "");
    }

    /** Asks once, checks the answer, and tells how long it took. */
    Duration answersWell(Workload workload) {
        long start = System.nanoTime();
        EntityExchangeResult<String> answer = ask(HttpMethod.GET, workload.path());
        Duration elapsed = Duration.ofNanos(System.nanoTime() - start);
        String where = workload.path() + " on " + server;
        MediaType type = answer.getResponseHeaders().getContentType();
        SoftAssertions.assertSoftly(softly -> {
            softly.assertThat(answer.getStatus().value())
                    .as("status of " + where)
                    .isEqualTo(200);
            softly.assertThat(String.valueOf(type))
                    .as("content type of " + where)
                    .startsWith(
                            ExpectedAnswers.isJson(workload.path())
                                    ? MediaType.APPLICATION_JSON_VALUE
                                    : MediaType.TEXT_PLAIN_VALUE);
            softly.assertThat(bodyOf(answer)).as("body of " + where).matches(workload.body());
            softly.assertThat(ExpectedAnswers.normalised(bodyOf(answer)))
                    .as("body of " + where + ", byte by byte")
                    .isEqualTo(ExpectedAnswers.of(workload.path()));
        });
        return elapsed;
    }

    /** Asks that often at the same time, checks every answer, and tells how long all took together. */
    Duration answersWellAtOnce(Workload workload, int times) throws InterruptedException, ExecutionException {
        try (ExecutorService users = Executors.newVirtualThreadPerTaskExecutor()) {
            long start = System.nanoTime();
            List<Future<Duration>> answers = Stream.generate(() -> users.submit(() -> answersWell(workload)))
                    .limit(times)
                    .toList();
            for (Future<Duration> answer : answers) {
                answer.get();
            }
            return Duration.ofNanos(System.nanoTime() - start);
        }
    }

    Map<String, String> effective() {
        Map<String, String> effective = client.get()
                .uri("/effective")
                .exchange()
                .expectStatus()
                .isOk()
                .expectHeader()
                .contentTypeCompatibleWith(MediaType.APPLICATION_JSON)
                .expectBody(new ParameterizedTypeReference<Map<String, String>>() {})
                .returnResult()
                .getResponseBody();
        return Objects.requireNonNullElse(effective, Map.of());
    }

    void assertHoldsNoStackTrace(EntityExchangeResult<String> answer) {
        assertThat(bodyOf(answer)).as("error page of " + server).doesNotContain("\tat ", "Exception", "\"trace\"");
    }
}
