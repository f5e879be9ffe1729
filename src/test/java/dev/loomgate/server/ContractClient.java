package dev.loomgate.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.loomgate.plan.Workload;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
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

/** Asks one server; what it says when an answer is wrong names the server, because Maven's console doesn't. */
final class ContractClient {
    private static final int PATIENCE_MILLIS = 30_000;
    private static final String JSON = "application/json";
    private static final int SILENCE_MILLIS = 500;

    private final String server;
    private final URI address;

    ContractClient(String server, RunningServer running) {
        this.server = server;
        this.address = running.baseUri();
    }

    /** @param contentType empty when there is none */
    record Answer(int status, String contentType, String body) {}

    /**
     * Asks the plain way, with a blocking socket per thread: the reactive client of the tests once in some thousand
     * requests lost an answer that stood in its socket.
     */
    Answer ask(String method, String path) {
        try {
            HttpURLConnection connection =
                    (HttpURLConnection) address.resolve(path).toURL().openConnection(Proxy.NO_PROXY);
            connection.setRequestMethod(method);
            connection.setConnectTimeout(PATIENCE_MILLIS);
            connection.setReadTimeout(PATIENCE_MILLIS);
            int status = connection.getResponseCode();
            try (InputStream body = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
                String text = body == null ? "" : new String(body.readAllBytes(), StandardCharsets.UTF_8);
                return new Answer(status, Objects.requireNonNullElse(connection.getContentType(), ""), text);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(method + " " + path + " on " + server + ": " + e.getMessage(), e);
        }
    }

    /**
     * The answer to a path that no client would send; as it came over the wire. Not every server hangs up afterwards.
     */
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

    /** Asks once, checks the answer, and tells how long it took. */
    Duration answersWell(Workload workload) {
        long start = System.nanoTime();
        Answer answer = ask("GET", workload.path());
        Duration elapsed = Duration.ofNanos(System.nanoTime() - start);
        String where = workload.path() + " on " + server;
        SoftAssertions.assertSoftly(softly -> {
            softly.assertThat(answer.status()).as("status of " + where).isEqualTo(200);
            softly.assertThat(answer.contentType())
                    .as("content type of " + where)
                    .startsWith(ExpectedAnswers.isJson(workload) ? JSON : "text/plain");
            softly.assertThat(answer.body())
                    .as("body of " + where)
                    .matches(workload.requests().first().answer());
            softly.assertThat(ExpectedAnswers.normalised(answer.body()))
                    .as("body of " + where + ", byte by byte")
                    .isEqualTo(ExpectedAnswers.of(workload));
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
        Answer answer = ask("GET", "/effective");
        assertThat(answer.status()).as("status of /effective on " + server).isEqualTo(200);
        assertThat(answer.contentType())
                .as("content type of /effective on " + server)
                .startsWith(JSON);
        try {
            return new ObjectMapper().readValue(answer.body(), new TypeReference<>() {});
        } catch (JsonProcessingException e) {
            throw new AssertionError("/effective on " + server + " is no flat JSON object: " + answer.body(), e);
        }
    }

    void assertHoldsNoStackTrace(Answer answer) {
        assertThat(answer.body()).as("error page of " + server).doesNotContain("\tat ", "Exception", "\"trace\"");
    }
}
