package dev.loomgate.downstream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.workloads.ServerAddress;
import dev.loomgate.workloads.ServerStart;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpConnectOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ManyWaitsTest {
    private static final int CONNECTIONS = 200;
    private static final int STREAMS = 100;
    private static final int WAITS = CONNECTIONS * STREAMS;

    /** A busy machine may not send the last request before the first is answered: then with a longer wait, at most the longest there is. */
    private static final List<Duration> TRIES = List.of(Duration.ofSeconds(4), Duration.ofSeconds(10));

    private Vertx vertx;
    private Context eventLoop;

    /** Kept: Vert.x closes a client, and its connections, that the garbage collector finds. */
    private HttpClientAgent client;

    private Downstream downstream;

    @BeforeEach
    void start() {
        vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
        eventLoop = vertx.getOrCreateContext();
        client = vertx.createHttpClient(
                new HttpClientOptions().setProtocolVersion(HttpVersion.HTTP_2).setHttp2ClearTextUpgrade(false));
        downstream = Downstream.start(new ServerAddress("127.0.0.1", 0, 16_384), ServerStart.begin());
    }

    @AfterEach
    void stop() throws Exception {
        await(vertx.close());
        downstream.close();
    }

    @Test
    @Timeout(60)
    void holdsTwentyThousandWaitsAtTheSameTime() throws Exception {
        List<HttpClientConnection> connections = connections();
        JsonObject state = new JsonObject();
        for (int tries = 0; tries < TRIES.size() && state.getInteger("most-waiting", 0) < WAITS; tries++) {
            await(ask(connections.getFirst(), HttpMethod.DELETE, "/state"));
            waitOnAll(connections, TRIES.get(tries));
            state = new JsonObject(await(ask(connections.getFirst(), HttpMethod.GET, "/state")));
            assertThat(state.getInteger("served")).isEqualTo(WAITS);
            assertThat(state.getInteger("waiting")).isZero();
        }
        assertThat(state.getInteger("most-waiting")).isEqualTo(WAITS);
    }

    private void waitOnAll(List<HttpClientConnection> connections, Duration wait) throws Exception {
        long start = System.nanoTime();
        List<Future<String>> answers = new ArrayList<>();
        for (HttpClientConnection connection : connections) {
            for (int stream = 0; stream < STREAMS; stream++) {
                answers.add(ask(connection, HttpMethod.GET, "/wait?ms=" + wait.toMillis()));
            }
        }
        await(Future.all(answers));
        assertThat(answers).hasSize(WAITS).extracting(Future::result).containsOnly("ok");
        // One after the other would take hours.
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isBetween(wait, wait.multipliedBy(100));
    }

    private List<HttpClientConnection> connections() throws Exception {
        HttpConnectOptions address =
                new HttpConnectOptions().setHost("127.0.0.1").setPort(downstream.port());
        List<Future<HttpClientConnection>> connections = new ArrayList<>();
        for (int connection = 0; connection < CONNECTIONS; connection++) {
            connections.add(client.connect(address));
        }
        await(Future.all(connections));
        return connections.stream().map(Future::result).toList();
    }

    /**
     * Asked for on the event loop: a step that is added to a future which has come true already runs at once on the thread that adds it, so that this
     * thread, where it was kept waiting, asked for the body of an answer that had gone by, and got an empty one.
     */
    private Future<String> ask(HttpClient client, HttpMethod method, String path) {
        Promise<String> body = Promise.promise();
        eventLoop.runOnContext(now -> client.request(method, path)
                .compose(request -> request.send())
                .compose(response -> response.body())
                .map(Buffer::toString)
                .onComplete(body));
        return body.future();
    }

    private static <T> T await(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(50, TimeUnit.SECONDS);
    }
}
