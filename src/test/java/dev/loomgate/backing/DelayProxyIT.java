package dev.loomgate.backing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.loomgate.server.Placement;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
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
    private ServerSocket server;

    @SuppressWarnings("NullAway.Init") // set before each test
    private NioDelayProxy proxy;

    /** What the server does with a connection. */
    private interface Talk {
        void on(Socket socket) throws IOException;
    }

    @BeforeEach
    void start() throws IOException {
        server = new ServerSocket(0, 2 * MANY, InetAddress.getLoopbackAddress());
        proxy = NioDelayProxy.start("127.0.0.1", server.getLocalPort(), Placement.ofMachine());
    }

    @AfterEach
    void stop() throws IOException {
        proxy.close();
        server.close();
        threads.shutdownNow();
    }

    @Test
    void handsOnAllBytesInOrderBothWays() throws Exception {
        serve(DelayProxyIT::echo);
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
        serve(DelayProxyIT::echo);
        proxy.delay(Duration.ofMillis(200));
        try (Socket client = client()) {
            for (int i = 0; i < 3; i++) {
                assertThat(roundTrip(client)).isBetween(Duration.ofMillis(200), FOR_EVER);
            }
        }
    }

    @Test
    void doesNotHoldBackQuestions() throws Exception {
        AtomicLong arrived = new AtomicLong();
        serve(socket -> {
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
        serve(DelayProxyIT::echo);
        try (Socket client = client()) {
            roundTrip(client);
            proxy.delay(Duration.ofMillis(300));
            assertThat(roundTrip(client)).isBetween(Duration.ofMillis(300), FOR_EVER);

            proxy.delay(Duration.ZERO);
            assertThat(shortestOfSome(client)).isLessThan(Duration.ofMillis(300));
        }
    }

    @Test
    void keepsTheOrderWhenTheDelayIsMadeShorter() throws IOException {
        serve(DelayProxyIT::echo);
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
        serve(socket -> {
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
        serve(DelayProxyIT::echo);
        List<Socket> clients = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            clients.add(client());
        }
        await().atMost(FOR_EVER).until(() -> proxy.connections() == MANY);
        proxy.delay(Duration.ofMillis(200));

        List<Future<Duration>> trips = clients.stream()
                .map(client -> threads.submit(() -> roundTrip(client)))
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
        serve(socket -> {
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

    private void serve(Talk talk) {
        var unused = threads.submit(() -> {
            while (true) {
                Socket socket = server.accept();
                var unusedTalk = threads.submit(() -> {
                    try (socket) {
                        talk.on(socket);
                    }
                    return true;
                });
            }
        });
    }

    private static void echo(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        OutputStream out = socket.getOutputStream();
        in.transferTo(out);
    }

    private Socket client() throws IOException {
        Socket client = new Socket(proxy.host(), proxy.port());
        client.setSoTimeout((int) FOR_EVER.toMillis());
        return client;
    }

    private static Duration roundTrip(Socket client) throws IOException {
        long start = System.nanoTime();
        client.getOutputStream().write(1);
        assertThat(client.getInputStream().read()).isEqualTo(1);
        return Duration.ofNanos(System.nanoTime() - start);
    }

    private static Duration shortestOfSome(Socket client) throws IOException {
        Duration shortest = FOR_EVER;
        for (int i = 0; i < 10; i++) {
            Duration trip = roundTrip(client);
            shortest = trip.compareTo(shortest) < 0 ? trip : shortest;
        }
        return shortest;
    }

    private static byte[] randomBytes(int count) {
        byte[] bytes = new byte[count];
        new Random(1).nextBytes(bytes);
        return bytes;
    }
}
