package dev.loomgate.backing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.loomgate.server.Placement;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What {@link DelayProxyIT} asks of our own proxy and Toxiproxy promises, too; skipped where there is no engine with both images. */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ToxiproxyIT {
    private static final int MANY = 1000;
    private static final Duration FOR_EVER = Duration.ofSeconds(20);

    private final Placement placement = Placement.ofMachine();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private Database database;
    private Path logs;
    private Place.Container place;
    private ServerSocket server;
    private DelayProxy proxy;

    /** What the server does with a connection. */
    private interface Talk {
        void on(Socket socket) throws IOException;
    }

    @BeforeAll
    void startDatabase(@TempDir Path folder) {
        logs = folder;
        place = TestContainers.proxy(folder);
        database = ContainerPostgres.start(TestContainers.database(folder), placement, logs.resolve("postgresql.log"));
    }

    @AfterAll
    void stopDatabase() {
        // Not there when the test is skipped.
        if (database != null) {
            database.close();
        }
        threads.shutdownNow();
    }

    @BeforeEach
    void start() throws IOException {
        server = new ServerSocket(0, 2 * MANY, InetAddress.getLoopbackAddress());
        proxy = Toxiproxy.start(
                place,
                "127.0.0.1",
                server.getLocalPort(),
                database.container().orElseThrow(),
                placement,
                logs.resolve("toxiproxy.log"));
    }

    @AfterEach
    void stop() throws IOException {
        proxy.close();
        server.close();
    }

    @Test
    void holdsAnswersBackForAtLeastTheDelay() throws IOException {
        serve(ToxiproxyIT::echo);
        proxy.delay(Duration.ofMillis(200));
        try (Socket client = client()) {
            for (int i = 0; i < 3; i++) {
                assertThat(roundTrip(client)).isBetween(Duration.ofMillis(200), FOR_EVER);
            }
        }
    }

    @Test
    void doesNotHoldBackQuestions() throws IOException {
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
        serve(ToxiproxyIT::echo);
        try (Socket client = client()) {
            roundTrip(client);
            proxy.delay(Duration.ofMillis(300));
            assertThat(roundTrip(client)).isBetween(Duration.ofMillis(300), FOR_EVER);

            proxy.delay(Duration.ZERO);
            Duration shortest = FOR_EVER;
            for (int i = 0; i < 10; i++) {
                Duration trip = roundTrip(client);
                shortest = trip.compareTo(shortest) < 0 ? trip : shortest;
            }
            assertThat(shortest).isLessThan(Duration.ofMillis(300));
        }
    }

    @Test
    void holdsBackForTheNextWholeMillisecond() throws IOException {
        serve(ToxiproxyIT::echo);
        proxy.delay(Duration.ofNanos(200_000_001));
        try (Socket client = client()) {
            assertThat(roundTrip(client)).isBetween(Duration.ofMillis(201), FOR_EVER);
        }
    }

    @Test
    void keepsTheOrderWhenTheDelayIsMadeShorter() throws IOException {
        serve(ToxiproxyIT::echo);
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
    void carriesAThousandConnectionsAtOnce() throws Exception {
        serve(ToxiproxyIT::echo);
        List<Socket> clients = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            clients.add(client());
        }
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
    }

    @Test
    void isVisibleOnTheGeneratorsCpusAndGoneWhenItIsClosed() {
        long pid = proxy.pid().orElseThrow();
        if (!placement.generatorCpus().isEmpty()) {
            assertThat(DatabaseContract.allowedCpus(pid)).isEqualTo(placement.generatorCpus());
        }

        proxy.close();

        assertThat(ProcessHandle.of(pid)).isEmpty();
        assertThat(proxy.ended()).as("it was asked to end").isEmpty();
    }

    @Test
    void tellsWhenItHasEnded() {
        ProcessHandle.of(proxy.pid().orElseThrow()).orElseThrow().destroyForcibly();

        await().atMost(FOR_EVER)
                .untilAsserted(() -> assertThat(proxy.ended())
                        .hasValueSatisfying(end -> assertThat(end).contains("the delay proxy has ended", "SIGKILL")));
    }

    private void serve(Talk talk) {
        ServerSocket listening = server;
        var unused = threads.submit(() -> {
            while (true) {
                Socket socket = listening.accept();
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
        socket.getInputStream().transferTo(socket.getOutputStream());
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
}
