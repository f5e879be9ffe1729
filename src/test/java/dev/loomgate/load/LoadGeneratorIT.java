package dev.loomgate.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The real generator, real Gatling, against a server of this test's own that counts what it gets. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LoadGeneratorIT {
    @TempDir
    static Path folder;

    private LoadGenerator generator;
    private WaitingServer server;

    @BeforeAll
    void startGenerator() {
        generator = UnpinnedGenerator.in(folder);
    }

    @AfterAll
    void stopGenerator() {
        generator.close();
    }

    @BeforeEach
    void startServer() throws IOException {
        server = new WaitingServer();
    }

    @AfterEach
    void stopServer() {
        server.close();
    }

    @Test
    void countsEveryRequestOnceAndMeasuresFromTheIntendedStart() {
        ConductorLog log = new ConductorLog(server, 2, 2);

        Path report = generator.drive(order("counts", 200, 2), log);

        assertThat(log.calls)
                .containsExactly(
                        "warm-up 1?",
                        "warm-up 1 ended",
                        "warm-up 2?",
                        "warm-up 2 ended",
                        "warm-up 3?",
                        "iteration 1?",
                        "iteration 1 ended",
                        "iteration 1 measured",
                        "iteration 2?",
                        "iteration 2 ended",
                        "iteration 2 measured",
                        "iteration 3?");
        assertThat(log.loads).allSatisfy(load -> {
            assertThat(load.planned()).isEqualTo(400);
            assertThat(load.started()).isEqualTo(400);
            assertThat(load.good()).isEqualTo(400);
            assertThat(load.errors()).isEmpty();
            assertThat(load.latency().getTotalCount()).isEqualTo(400);
            assertThat(load.service().getMinValue()).isGreaterThanOrEqualTo(WaitingServer.WAIT_MILLIS * 1_000_000);
            assertThat(load.latency().getMinValue())
                    .isGreaterThanOrEqualTo(load.service().getMinValue());
            assertThat(load.generatorCpu()).isPositive();
            assertThat(folder.resolve("hlog").resolve(load.hlog())).isNotEmptyFile();
        });
        assertThat(server.requests.get()).isEqualTo(800);
        assertThat(report).isDirectoryRecursivelyContaining("glob:**/index.html");
    }

    @Test
    void aPhaseNeedNotLastWholeSeconds() {
        ConductorLog log = new ConductorLog(server, 1, 2);

        generator.drive(server.order("fraction", new Arrivals.Open(200), Duration.ofMillis(1350), 1000, folder), log);

        assertThat(log.loads).hasSize(2).allSatisfy(load -> {
            assertThat(load.started()).isEqualTo(270);
            assertThat(load.good()).isEqualTo(270);
            assertThat(load.startSpan()).isBetween(Duration.ofMillis(1250), Duration.ofMillis(1850));
        });
        assertThat(server.requests.get()).isEqualTo(540);
    }

    /** Little's law: 20 users that wait 30 ms at least can't ask more than 20 / 0.03 s = 667 times a second. */
    @Test
    void keepsSoManyUsersBusyInTheClosedModel() {
        ConductorLog log = new ConductorLog(server, 1, 2);

        generator.drive(server.order("closed", new Arrivals.Closed(20), Duration.ofSeconds(2), 1000, folder), log);

        assertThat(server.mostAtOnce.get()).isEqualTo(20);
        assertThat(log.loads).hasSize(2).allSatisfy(load -> {
            assertThat(load.good()).isBetween(20L, 20 + 2 * 667L).isEqualTo(load.started());
            assertThat(load.errors()).isEmpty();
            assertThat(load.latency().getTotalCount()).isEqualTo(load.good());
            assertThat(load.latency().getMinValue()).isGreaterThanOrEqualTo(WaitingServer.WAIT_MILLIS * 1_000_000);
            assertThat(load.good() - load.answeredInTime()).isLessThanOrEqualTo(20);
            assertThat(folder.resolve("hlog").resolve(load.hlog())).isNotEmptyFile();
        });
        assertThat(server.requests.get())
                .isEqualTo(log.loads.stream()
                        .mapToInt(load -> (int) load.started())
                        .sum());
    }

    @Test
    void countsErrorsInTheClosedModelToo() {
        server.everyNthFails = 10;
        ConductorLog log = new ConductorLog(server, 1, 1);

        generator.drive(
                server.order("closed-errors", new Arrivals.Closed(5), Duration.ofSeconds(1), 1000, folder), log);

        IterationLoad load = log.loads.getFirst();
        assertThat(load.errors()).containsOnlyKeys("status 503").containsValue(load.started() / 10);
        assertThat(load.good() + load.failed()).isEqualTo(load.started());
    }

    @Test
    void countsErrorsByStatusAndNothingElse() {
        server.everyNthFails = 10;
        ConductorLog log = new ConductorLog(server, 1, 1);

        generator.drive(order("errors", 100, 3), log);

        IterationLoad load = log.loads.getFirst();
        assertThat(load.errors()).containsOnlyKeys("status 503").containsValue(30L);
        assertThat(load.good()).isEqualTo(270);
    }

    @Test
    void tellsWrongBodiesFromErrors() {
        server.body = "nonsense";
        ConductorLog log = new ConductorLog(server, 1, 1);

        generator.drive(order("bodies", 50, 1), log);

        assertThat(log.loads.getFirst().wrongBodies()).isEqualTo(50);
        assertThat(log.loads.getFirst().failed()).isZero();
    }

    @Test
    void namesTheReasonWhenNobodyListens() {
        server.close();
        ConductorLog log = new ConductorLog(server, 1, 1);

        generator.drive(order("refused", 50, 1), log);

        IterationLoad load = log.loads.getFirst();
        assertThat(load.failed()).isEqualTo(50);
        assertThat(load.errors().keySet()).singleElement().asString().contains("Connection refused");
    }

    @Test
    void showsARequestThatGatlingSentAgain() {
        ConductorLog log = new ConductorLog(server, 1, 1);
        server.everyNthIsHungUpOn = 10;

        generator.drive(order("hung-up", 100, 2), log);

        IterationLoad load = log.loads.getFirst();
        long again = load.errors().getOrDefault(IterationRecorder.SENT_AGAIN, 0L);
        assertThat(again).isPositive();
        assertThat(load.good() + load.failed()).isEqualTo(200);
        assertThat(server.requests.get()).isEqualTo(200 + again);
    }

    @Test
    void followsNoRedirectBehindOurBack() {
        ConductorLog log = new ConductorLog(server, 1, 1);
        server.everyNthIsRedirected = 10;

        generator.drive(order("redirected", 100, 1), log);

        assertThat(log.loads.getFirst().errors()).containsExactly(Map.entry("status 302", 10L));
        assertThat(server.requests.get()).isEqualTo(100);
    }

    /** One connection carries 33 requests a second: the 600 of this phase would take 18 s. */
    @Test
    void endsAPhaseThatTheServerWouldNeverFinishAndCountsEveryRequest() {
        ConductorLog log = new ConductorLog(server, 1, 1);

        generator.drive(order("hopeless", 200, 3, 1), log);

        IterationLoad load = log.loads.getFirst();
        assertThat(load.errors()).containsOnlyKeys("no free connection within 10 s");
        assertThat(load.good()).isPositive();
        assertThat(load.good() + load.failed()).isEqualTo(600);
        assertThat(load.started()).isEqualTo(600);
        assertThat(server.requests.get()).isEqualTo(load.good());
    }

    @Test
    void startsAnewAfterItWasClosed() {
        generator.close();
        ConductorLog log = new ConductorLog(server, 1, 1);

        generator.drive(order("again", 50, 1), log);

        assertThat(log.loads.getFirst().good()).isEqualTo(50);
    }

    /** The next order finds a generator that works. */
    @Test
    void tellsThatTheDiskIsFull() throws IOException {
        Path log = Files.createDirectories(folder.resolve("hlog")).resolve("full.iteration-1.hlog");
        Files.createSymbolicLink(log, Path.of("/dev/full"));

        assertThatThrownBy(() -> generator.drive(order("full", 50, 1), new ConductorLog(server, 1, 1)))
                .isInstanceOf(GeneratorBrokeException.class)
                .hasMessageContaining("cannot write")
                .hasMessageContaining("No space left on device");
    }

    @Test
    void saysSoWhenTheGeneratorCannotStart() {
        try (LoadGenerator broken = new LoadGenerator(new GeneratorSetup(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                "nowhere.jar",
                UnpinnedGenerator.ANYWHERE,
                folder.resolve("broken.log")))) {
            assertThatThrownBy(() -> broken.drive(order("broken", 10, 1), new ConductorLog(server, 1, 1)))
                    .isInstanceOf(GeneratorBrokeException.class)
                    .hasMessageContaining("broken.log");
        }
    }

    private LoadOrder order(String name, int rate, int seconds) {
        return order(name, rate, seconds, 1000);
    }

    private LoadOrder order(String name, int rate, int seconds, int maxConnections) {
        return server.order(name, rate, seconds, maxConnections, folder);
    }
}
