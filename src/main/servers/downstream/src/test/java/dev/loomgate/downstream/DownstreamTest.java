package dev.loomgate.downstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.loomgate.workloads.ServerAddress;
import dev.loomgate.workloads.ServerStart;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DownstreamTest {
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private Downstream downstream;

    @BeforeEach
    void start() {
        downstream = Downstream.start(new ServerAddress("127.0.0.1", 0, 128), ServerStart.begin());
    }

    @AfterEach
    void stop() {
        client.close();
        downstream.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 100})
    void answersAfterTheWaitItIsAskedFor(int millis) throws Exception {
        long start = System.nanoTime();
        HttpResponse<String> answer = get("/wait?ms=" + millis);

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(millis));
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("ok");
        assertThat(answer.headers().firstValue("content-type")).hasValue("text/plain");
    }

    @Test
    void knowsFiveClansOfFiveMembersEachWithIdsOfTheirOwn() throws Exception {
        HttpResponse<String> clans = get("/clans?delay=0");
        assertThat(clans.headers().firstValue("content-type")).hasValue("application/json");

        Set<String> tags = new HashSet<>();
        Set<Integer> ids = new HashSet<>();
        for (Object each : new JsonArray(clans.body())) {
            JsonObject clan = (JsonObject) each;
            assertThat(clan.fieldNames()).containsExactly("tag", "name");
            tags.add(clan.getString("tag"));
            JsonArray members = new JsonArray(
                    get("/clans/" + clan.getString("tag") + "/members?delay=0").body());
            assertThat(members)
                    .hasSize(5)
                    .allSatisfy(member ->
                            assertThat(((JsonObject) member).fieldNames()).containsExactly("id", "name"));
            members.forEach(member -> ids.add(((JsonObject) member).getInteger("id")));
        }
        assertThat(tags).hasSize(5);
        assertThat(ids).hasSize(25);
    }

    @ParameterizedTest
    @CsvSource({
        "/wait, 'ms is a whole number from 0 to 10000, and is missing'",
        "/wait?ms=10001, 'ms is a whole number from 0 to 10000, was 10001'",
        "/clans, 'delay is a whole number from 0 to 10000, and is missing'",
        "/clans?delay=soon, delay is a whole number from 0 to 10000",
        "/clans/warp/members?delay=-1, delay is a whole number from 0 to 10000"
    })
    void refusesABadParameterWithItsReason(String path, String reason) throws Exception {
        HttpResponse<String> answer = get(path);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).isEqualTo(reason);
    }

    @Test
    void refusesAQueryThatCannotBeDecoded() throws Exception {
        assertThat(raw("GET /wait?ms=%zz HTTP/1.1")).startsWith("HTTP/1.1 400");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/clans/nobody/members?delay=0", "/clans/warp", "/io"})
    void knowsNothingElse(String path) throws Exception {
        assertThat(get(path).statusCode()).isEqualTo(404);
    }

    @Test
    void refusesOtherMethods() throws Exception {
        assertThat(ask("POST", "/wait?ms=0").statusCode()).isEqualTo(405);
        assertThat(ask("DELETE", "/wait?ms=0").statusCode()).isEqualTo(405);
    }

    @Test
    void countsWhatItServedUntilItIsToldToForget() throws Exception {
        get("/wait?ms=1");
        get("/clans?delay=0");
        get("/empty");
        assertThat(state()).isEqualTo("{\"waiting\":0,\"most-waiting\":1,\"served\":2}");

        ask("DELETE", "/state");
        assertThat(state()).isEqualTo("{\"waiting\":0,\"most-waiting\":0,\"served\":0}");
    }

    @Test
    void noLongerWaitsForAClientThatIsGone() throws Exception {
        try (Socket gone = new Socket("127.0.0.1", downstream.port())) {
            gone.getOutputStream().write(head("GET /wait?ms=10000 HTTP/1.1"));
            awaitState("{\"waiting\":1,\"most-waiting\":1,\"served\":0}");
        }
        awaitState("{\"waiting\":0,\"most-waiting\":1,\"served\":0}");
    }

    @Test
    void saysWhatItIsAsAFlatObjectOfStrings() throws Exception {
        JsonObject facts = new JsonObject(get("/effective").body());

        assertThat(facts.getMap())
                .allSatisfy((key, value) -> assertThat(value).as(key).isInstanceOf(String.class));
        assertThat(facts.getMap())
                .containsEntry("event-loops", "1")
                .containsEntry("threads", "event-loop")
                .containsEntry("accept-queue-configured", "128")
                .containsEntry("http", "1.1")
                .containsEntry("compression", "off");
    }

    @Test
    void saysSoWhenItsPortIsTaken() {
        assertThatThrownBy(() ->
                        Downstream.start(new ServerAddress("127.0.0.1", downstream.port(), 128), ServerStart.begin()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("127.0.0.1:" + downstream.port());
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return ask("GET", path);
    }

    private HttpResponse<String> ask(String method, String path) throws IOException, InterruptedException {
        URI uri = URI.create("http://127.0.0.1:" + downstream.port() + path);
        HttpRequest request = HttpRequest.newBuilder(uri)
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build();
        return client.send(request, BodyHandlers.ofString());
    }

    private String state() throws IOException, InterruptedException {
        return get("/state").body();
    }

    private void awaitState(String expected) {
        await().untilAsserted(() -> assertThat(state()).isEqualTo(expected));
    }

    private String raw(String requestLine) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", downstream.port())) {
            socket.getOutputStream().write(head(requestLine));
            return new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
        }
    }

    private static byte[] head(String requestLine) {
        return (requestLine + "\r\nHost: localhost\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
    }
}
