package dev.loomgate.backing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.loomgate.server.Placement;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real sockets on both sides of the proxy. Delays are asked for their lower bound only; the upper one tells 200 ms from for ever. */
@Timeout(60)
class DelayProxyIT {
    private static final int MANY = 1000;
    private static final Duration FOR_EVER = Duration.ofSeconds(20);

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    @SuppressWarnings("NullAway.Init") // set before each test
    private TalkingServer server;

    @SuppressWarnings("NullAway.Init") // set before each test
    private NioDelayProxy proxy;

    @BeforeEach
    void start() throws IOException {
        server = new TalkingServer(2 * MANY);
        proxy = NioDelayProxy.start("127.0.0.1", server.port(), Placement.ofMachine());
    }

    @AfterEach
    void stop() throws IOException {
        proxy.close();
        server.close();
        threads.shutdownNow();
    }

    @Test
    void handsOnAllBytesInOrderBothWays() throws Exception {
        server.talk(TalkingServer::echo);
        proxy.delay(Duration.ofMillis(5));
        byte[] sent = randomBytes(3 << 20);
        try (Socket client = client()) {
            Future<?> writing = threads.submit(() -> {
                client.getOutputStream().write(sent);
                client.shutdownOutput();
                return true;
            });
            byte[] received = client.getInputStream().readAllBytes();

            assertThat(received).isEqualTo(sent);
            writing.get();
        }
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
    void doesNotHoldBackQuestions() throws Exception {
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
        server.talk(TalkingServer::echo);
        proxy.delay(Duration.ofMillis(500));
        try (Socket client = client()) {
            client.getOutputStream().write(1);
            await().pollDelay(Duration.ofMillis(100)).until(() -> true);
            proxy.delay(Duration.ZERO);
            client.getOutputStream().write(2);

            assertThat(client.getInputStream().readNBytes(2)).containsExactly(1, 2);
        }
    }

    @Test
    void handsOnAHalfCloseAndStillAnswers() throws IOException {
        server.talk(socket -> {
            byte[] question = socket.getInputStream().readAllBytes();
            socket.getOutputStream().write(question.length);
        });
        proxy.delay(Duration.ofMillis(50));
        try (Socket client = client()) {
            client.getOutputStream().write(new byte[7]);
            client.shutdownOutput();

            assertThat(client.getInputStream().readAllBytes()).containsExactly(7);
        }
    }

    @Test
    void carriesAThousandConnectionsAtOnce() throws Exception {
        server.talk(TalkingServer::echo);
        List<Socket> clients = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            clients.add(client());
        }
        await().atMost(FOR_EVER).until(() -> proxy.connections() == MANY);
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
        await().atMost(FOR_EVER).until(() -> proxy.connections() == 0);
    }

    @Test
    void slowsASenderDownWhoseReceiverDoesNotRead() throws Exception {
        int all = 64 << 20;
        AtomicLong written = new AtomicLong();
        server.talk(socket -> {
            byte[] part = new byte[1 << 16];
            for (int i = 0; i < all / part.length; i++) {
                socket.getOutputStream().write(part);
                written.addAndGet(part.length);
            }
        });
        try (Socket client = client()) {
            AtomicLong before = new AtomicLong(-1);
            await().pollInterval(Duration.ofMillis(300))
                    .atMost(FOR_EVER)
                    .until(() -> written.get() > 0 && before.getAndSet(written.get()) == written.get());

            assertThat(written.get()).isLessThan(all);
            assertThat(client.getInputStream().readAllBytes()).hasSize(all);
        }
    }

    @Test
    void closesTheClientWhenTheServerIsGone() throws IOException {
        server.close();
        try (Socket client = client()) {
            assertThat(client.getInputStream().read()).isNegative();
        }
        assertThat(proxy.connections()).isZero();
        assertThat(proxy.ended()).isEmpty();
    }

    private Socket client() throws IOException {
        Socket client = new Socket(proxy.host(), proxy.port());
        client.setSoTimeout((int) FOR_EVER.toMillis());
        return client;
    }

    private static byte[] randomBytes(int count) {
        byte[] bytes = new byte[count];
        new Random(1).nextBytes(bytes);
        return bytes;
    }
}
