package dev.loomgate.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** The real generator, real Gatling, against a server of this test's own that counts what it gets. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Isolated
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
        PlayedRun played = played(order("counts", 200, 2)).warmUps(2);

        Path report = played.play(generator, 2);

        assertThat(played.loads()).hasSize(2);
        assertThat(played.loads()).allSatisfy(load -> {
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

    @Tag("proof")
    @Test
    void aPhaseNeedNotLastWholeSeconds() {
        PlayedRun played =
                played(server.order("fraction", new Arrivals.Open(200), Duration.ofMillis(1350), 1000, folder));

        played.play(generator, 2);

        assertThat(played.loads()).hasSize(2).allSatisfy(load -> {
            assertThat(load.started()).isEqualTo(270);
            assertThat(load.good()).isEqualTo(270);
            assertThat(load.startSpan()).isBetween(Duration.ofMillis(1250), Duration.ofMillis(1850));
        });
        assertThat(server.requests.get()).isEqualTo(540);
    }

    /** By Gatling's own clock a phase of 1.1 s would begin two seconds after the one before. */
    @Test
    void aPhaseBeginsAsSoonAsTheOneBeforeHasEnded() {
        PlayedRun played =
                played(server.order("prompt", new Arrivals.Open(100), Duration.ofMillis(1100), 1000, folder));

        played.play(generator, 4);

        assertThat(played.loads())
                .hasSize(4)
                .allSatisfy(load -> assertThat(load.good()).isEqualTo(110));
        LongSummaryStatistics arrivals =
                server.arrivedNanos.stream().mapToLong(nanos -> nanos).summaryStatistics();
        assertThat(arrivals.getCount()).isEqualTo(440);
        assertThat(Duration.ofNanos(arrivals.getMax() - arrivals.getMin())).isLessThan(Duration.ofMillis(6500));
    }

    /** Little's law: 20 users that wait 30 ms at least can't ask more than 20 / 0.03 s = 667 times a second. */
    @Tag("proof")
    @Test
    void keepsSoManyUsersBusyInTheClosedModel() {
        PlayedRun played = played(server.order("closed", new Arrivals.Closed(20), Duration.ofSeconds(2), 1000, folder));

        played.play(generator, 2);

        assertThat(server.mostAtOnce.get()).isEqualTo(20);
        assertThat(played.loads()).hasSize(2).allSatisfy(load -> {
            assertThat(load.good()).isBetween(20L, 20 + 2 * 667L).isEqualTo(load.started());
            assertThat(load.errors()).isEmpty();
            assertThat(load.latency().getTotalCount()).isEqualTo(load.good());
            assertThat(load.latency().getMinValue()).isGreaterThanOrEqualTo(WaitingServer.WAIT_MILLIS * 1_000_000);
            assertThat(load.good() - load.answeredInTime()).isLessThanOrEqualTo(20);
            assertThat(folder.resolve("hlog").resolve(load.hlog())).isNotEmptyFile();
        });
        assertThat(server.requests.get())
                .isEqualTo(played.loads().stream()
                        .mapToInt(load -> (int) load.started())
                        .sum());
    }

    /**
     * Two servers share two phases of 100 requests; then they have six users in turns of 350 ms, whose requests take 30
     * ms at least: 70 in a turn at most, and the six that are under way at its end.
     */
    @Test
    void saturatesServersInTurnsBehindThePhasesThatTheyShare() throws IOException {
        try (WaitingServer other = new WaitingServer()) {
            Targets both = new Targets(
                    List.of(server.target("a"), other.target("b")),
                    List.of(0, 1),
                    1,
                    8,
                    List.of(Targets.ByUsers.inTurns(6, Duration.ofMillis(350), List.of(1, 0, 0, 1))));
            PlayedRun played = played(
                    server.order("saturated", new Arrivals.Open(100), Duration.ofSeconds(1), 1000, folder, 3, both));

            played.play(generator, 3);

            List<IterationLoad> shared = played.loads().subList(0, 4);
            assertThat(shared).extracting(IterationLoad::good).containsOnly(50L);
            List<IterationLoad> saturated = played.loads().subList(4, 6);
            assertThat(saturated).allSatisfy(load -> {
                assertThat(load.length()).isGreaterThan(Duration.ofMillis(700)).isEqualTo(load.answerSpan());
                assertThat(load.good())
                        .isBetween(12L, 2 * (70L + 6))
                        .isEqualTo(load.started())
                        .isEqualTo(load.answeredInTime());
                assertThat(folder.resolve("hlog").resolve(load.hlog())).isNotEmptyFile();
            });
            assertThat(server.requests.get()).isEqualTo(100 + saturated.get(0).started());
            int warmUp = 4;
            assertThat(other.requests.get())
                    .isEqualTo(warmUp + 100 + saturated.get(1).started());
            assertThat(other.mostAtOnce.get()).isEqualTo(6);
        }
    }

    /** Each of two servers has four users of its own for 700 ms: what asked the one never asks the other. */
    @Test
    void saturatesServersAtTheSameTime() throws IOException {
        try (WaitingServer other = new WaitingServer()) {
            Targets both = new Targets(
                    List.of(server.target("a"), other.target("b")),
                    List.of(0),
                    1,
                    8,
                    List.of(Targets.ByUsers.together(4, Duration.ofMillis(700), 2)));
            PlayedRun played = played(
                    server.order("together", new Arrivals.Open(100), Duration.ofSeconds(1), 1000, folder, 2, both));

            played.play(generator, 2);

            List<IterationLoad> saturated = played.loads().subList(2, 4);
            assertThat(saturated).allSatisfy(load -> {
                assertThat(load.length())
                        .isBetween(Duration.ofMillis(700), Duration.ofMillis(1400))
                        .isEqualTo(load.answerSpan());
                assertThat(load.good()).isGreaterThan(4).isEqualTo(load.started());
            });
            assertThat(server.requests.get()).isEqualTo(50 + saturated.get(0).started());
            assertThat(server.mostAtOnce.get()).isEqualTo(4);
            assertThat(other.mostAtOnce.get()).isEqualTo(4);
        }
    }

    @Test
    void countsErrorsInTheClosedModelToo() {
        server.everyNthFails = 10;
        PlayedRun played =
                played(server.order("closed-errors", new Arrivals.Closed(5), Duration.ofSeconds(1), 1000, folder));

        played.play(generator, 1);

        IterationLoad load = played.loads().getFirst();
        assertThat(load.errors()).containsOnlyKeys("status 503").containsValue(load.started() / 10);
        assertThat(load.good() + load.failed()).isEqualTo(load.started());
    }

    @Test
    void countsWhatFailsInTheWarmUp() {
        server.everyNthFails = 1;
        AtomicLong asked = new AtomicLong();
        PlayedRun played = played(server.order("cold", new Arrivals.Closed(2), Duration.ofSeconds(1), 100, folder))
                .beforeMeasuring(() -> asked.set(server.requests.get()));

        played.play(generator, 1);

        assertThat(asked.get()).isPositive();
        assertThat(played.warmedUp().failed()).containsExactly(asked.get());
    }

    /** Two users of each server get 67 answers a second: of 100,000 requests they send some hundred in two seconds. */
    @Test
    void endsAWarmUpCycleByTimeWhenAServerIsTooSlowForItsRequests() throws IOException {
        try (WaitingServer other = new WaitingServer()) {
            Targets both =
                    new Targets(List.of(server.target("a"), other.target("b")), List.of(0), 1, 100_000, List.of());
            AtomicLong asked = new AtomicLong();
            PlayedRun played = PlayedRun.of(
                            server.order("slow", new Arrivals.Open(100), Duration.ofSeconds(1), 1000, folder, 1, both))
                    .beforeMeasuring(() -> asked.set(server.requests.get()));

            played.play(generator, 1);

            assertThat(asked.get()).isBetween(2L, 200L);
            assertThat(played.warmedUp().unsent()).first().isEqualTo(50_000 - asked.get());
            assertThat(played.warmedUp().failed()).containsExactly(0L, 0L);
            assertThat(played.loads()).extracting(IterationLoad::good).containsExactly(50L, 50L);
        }
    }

    @Tag("proof")
    @Test
    void countsErrorsByStatusAndNothingElse() {
        server.everyNthFails = 10;
        PlayedRun played = played(order("errors", 100, 3));

        played.play(generator, 1);

        IterationLoad load = played.loads().getFirst();
        assertThat(load.errors()).containsOnlyKeys("status 503").containsValue(30L);
        assertThat(load.good()).isEqualTo(270);
    }

    @Tag("proof")
    @Test
    void tellsWrongBodiesFromErrors() {
        server.body = "nonsense";
        PlayedRun played = played(order("bodies", 50, 1));

        played.play(generator, 1);

        assertThat(played.loads().getFirst().wrongBodies()).isEqualTo(50);
        assertThat(played.loads().getFirst().failed()).isZero();
    }

    @Tag("proof")
    @Test
    void namesTheReasonWhenNobodyListens() {
        server.close();
        PlayedRun played = played(order("refused", 50, 1));

        played.play(generator, 1);

        IterationLoad load = played.loads().getFirst();
        assertThat(load.failed()).isEqualTo(50);
        assertThat(load.errors().keySet()).singleElement().asString().contains("Connection refused");
    }

    @Tag("proof")
    @Test
    void showsARequestThatGatlingSentAgain() {
        PlayedRun played = played(order("hung-up", 100, 2));
        server.everyNthIsHungUpOn = 10;

        played.play(generator, 1);

        IterationLoad load = played.loads().getFirst();
        long again = load.errors().getOrDefault(IterationRecorder.SENT_AGAIN, 0L);
        assertThat(again).isPositive();
        assertThat(load.good() + load.failed()).isEqualTo(200);
        assertThat(server.requests.get()).isEqualTo(200 + again);
    }

    @Tag("proof")
    @Test
    void followsNoRedirectBehindOurBack() {
        PlayedRun played = played(order("redirected", 100, 1));
        server.everyNthIsRedirected = 10;

        played.play(generator, 1);

        assertThat(played.loads().getFirst().errors()).containsExactly(Map.entry("status 302", 10L));
        assertThat(server.requests.get()).isEqualTo(100);
    }

    /** One connection carries 33 requests a second: the 600 of this phase would take 18 s. */
    @Tag("proof")
    @Test
    void endsAPhaseThatTheServerWouldNeverFinishAndCountsEveryRequest() {
        PlayedRun played = played(order("hopeless", 200, 3, 1));

        played.play(generator, 1);

        IterationLoad load = played.loads().getFirst();
        assertThat(load.errors()).containsOnlyKeys("no free connection within 10 s");
        assertThat(load.good()).isPositive();
        assertThat(load.good() + load.failed()).isEqualTo(600);
        assertThat(load.started()).isEqualTo(600);
        assertThat(server.requests.get()).isEqualTo(load.good());
    }

    @Tag("proof")
    @Test
    void startsAnewAfterItWasClosed() {
        generator.close();
        PlayedRun played = played(order("again", 50, 1));

        played.play(generator, 1);

        assertThat(played.loads().getFirst().good()).isEqualTo(50);
    }

    /** Before any order nothing runs that could be told to stop. */
    @Test
    void leavesInItsLogWhyItCanNotObey() throws IOException {
        Path log = folder.resolve("disobedient.log");
        try (GeneratorProcess generator = GeneratorProcess.start(UnpinnedGenerator.setup(log))) {
            generator.wire().send(new GeneratorCommand.Enough());

            assertThatThrownBy(() -> generator.next(Duration.ofSeconds(10)))
                    .isInstanceOf(GeneratorBrokeException.class)
                    .hasMessageContaining("has ended with code 1; see " + log);
        }
        assertThat(log).content().contains("nothing runs", "GeneratorMain.obey");
    }

    /** The next order finds a generator that works. */
    @Test
    void tellsThatTheDiskIsFull() throws IOException {
        Path log = Files.createDirectories(folder.resolve("hlog")).resolve("full.iteration-1.hlog");
        Files.createSymbolicLink(log, Path.of("/dev/full"));

        assertThatThrownBy(() -> played(order("full", 50, 1)).play(generator, 1))
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
            assertThatThrownBy(() -> played(order("broken", 10, 1)).play(broken, 1))
                    .isInstanceOf(GeneratorBrokeException.class)
                    .hasMessageContaining("broken.log");
        }
    }

    /** What the warm-up did is not looked at. */
    private PlayedRun played(LoadOrder order) {
        return PlayedRun.of(order).beforeMeasuring(() -> {
            server.requests.set(0);
            server.arrivedNanos.clear();
        });
    }

    private LoadOrder order(String name, int rate, int seconds) {
        return order(name, rate, seconds, 1000);
    }

    private LoadOrder order(String name, int rate, int seconds, int maxConnections) {
        return server.order(name, rate, seconds, maxConnections, folder);
    }
}
