package dev.loomgate.backing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.loomgate.server.Placement;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Toxiproxy: what every proxy does, and what only it promises; skipped where there is no engine with both images. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("untimed")
class ToxiproxyIT extends DelayProxyContract {
    private final Placement placement = Placement.ofMachine();
    private Database database;
    private Path logs;
    private ServiceLocation.Container place;

    @SuppressWarnings("NullAway.Init") // set before each test
    private DelayProxy proxy;

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
    }

    @Override
    DelayProxy startProxy(int port) {
        proxy = Toxiproxy.start(
                place, "127.0.0.1", port, database.container().orElseThrow(), placement, logs.resolve("toxiproxy.log"));
        return proxy;
    }

    @Test
    void holdsBackForTheNextWholeMillisecond() throws IOException {
        server.talk(TalkingServer::echo);
        proxy.delay(Duration.ofNanos(200_000_001));
        try (Socket client = client()) {
            assertThat(TalkingServer.roundTrip(client)).isBetween(Duration.ofMillis(201), FOR_EVER);
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
}
