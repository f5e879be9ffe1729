package dev.loomgate.backing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What holds of a delay proxy, whosoever it is: real sockets on both sides of it. Delays are asked for their lower
 * bound only; the upper one tells 200 ms from for ever.
 */
@Timeout(60)
abstract class DelayProxyContract {
    static final int MANY = 1000;
    static final Duration FOR_EVER = Duration.ofSeconds(20);

    @SuppressWarnings("NullAway.Init") // set before each test
    ExecutorService threads;

    @SuppressWarnings("NullAway.Init") // set before each test
    TalkingServer server;

    @SuppressWarnings("NullAway.Init") // set before each test
    private DelayProxy proxy;

    /** A proxy in front of this port of loopback. */
    abstract DelayProxy startProxy(int port);

    @BeforeEach
    void start() throws IOException {
        threads = Executors.newVirtualThreadPerTaskExecutor();
        server = new TalkingServer(2 * MANY);
        proxy = startProxy(server.port());
    }

    @AfterEach
    void stop() throws IOException {
        proxy.close();
        server.close();
        threads.shutdownNow();
    }

    @Test
    void holdsAnswersBackForAtLeastTheDelay() throws IOException {
        server.talk(TalkingServer::echo);
        proxy.delay(Duration.ofMillis(200));
        try (Socket client = client()) {
            for (int i = 0; i < 3; i++) {
                assertThat(TalkingServer.roundTrip(client)).isBetween(Duration.ofMillis(200), FOR_EVER);
            }
        }
    }

    @Test
    void doesNotHoldBackQuestions() throws IOException {
        AtomicLong arrived = new AtomicLong();
        server.talk(socket -> {
            if (socket.getInputStream().read() >= 0) {
                arrived.set(System.nanoTime());
            }
        });
        proxy.delay(Duration.ofMinutes(10));
        try (Socket client = client()) {
            client.getOutputStream().write(1);

            await().atMost(FOR_EVER).until(() -> arrived.get() != 0);
        }
    }

    @Test
    void changesTheDelayOfConnectionsThatAreOpen() throws IOException {
        server.talk(TalkingServer::echo);
        try (Socket client = client()) {
            TalkingServer.roundTrip(client);
            proxy.delay(Duration.ofMillis(300));
            assertThat(TalkingServer.roundTrip(client)).isBetween(Duration.ofMillis(300), FOR_EVER);

            proxy.delay(Duration.ZERO);
            assertThat(TalkingServer.shortestOfSome(client)).isLessThan(Duration.ofMillis(300));
        }
    }

    @Test
    void keepsTheOrderWhenTheDelayIsMadeShorter() throws IOException {
        AtomicInteger answered = new AtomicInteger();
        server.talk(socket -> {
            InputStream questions = socket.getInputStream();
            for (int question = questions.read(); question >= 0; question = questions.read()) {
                socket.getOutputStream().write(question);
                answered.incrementAndGet();
            }
        });
        proxy.delay(Duration.ofMillis(500));
        try (Socket client = client()) {
            client.getOutputStream().write(1);
            await().atMost(FOR_EVER).until(() -> answered.get() == 1);
            proxy.delay(Duration.ZERO);
            client.getOutputStream().write(2);

            assertThat(client.getInputStream().readNBytes(2)).containsExactly(1, 2);
        }
    }

    @Test
    void carriesAThousandConnectionsAtOnce() throws Exception {
        server.talk(TalkingServer::echo);
        List<Socket> clients = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            clients.add(client());
        }
        awaitConnections(MANY);
        proxy.delay(Duration.ofMillis(200));

        List<Future<Duration>> trips = clients.stream()
                .map(client -> threads.submit(() -> TalkingServer.roundTrip(client)))
                .toList();
        for (Future<Duration> trip : trips) {
            assertThat(trip.get()).isBetween(Duration.ofMillis(200), FOR_EVER);
        }

        for (Socket client : clients) {
            client.close();
        }
        awaitConnections(0);
    }

    /** For a proxy that tells how many connections are open; nothing for the others. */
    void awaitConnections(int open) {}

    Socket client() throws IOException {
        Socket client = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
        client.setSoTimeout((int) FOR_EVER.toMillis());
        return client;
    }
}
