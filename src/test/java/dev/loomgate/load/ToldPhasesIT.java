package dev.loomgate.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.statistics.descriptive.StandardDeviation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** The real generator, told its rate or its pace when a phase begins, against a server that counts what it gets. */
@Tag("proof")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Isolated
class ToldPhasesIT {
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

    /** Users beyond those that a rate needs leave without a request: up, down, and never more than was ordered. */
    @Test
    void sendsAtTheRateThatIsToldWhenAPhaseBegins() {
        PlayedRun told = PlayedRun.of(server.order(
                        "stepped",
                        new Arrivals.Stepped(List.of(100, 300, 300, 300)),
                        Duration.ofSeconds(2),
                        1000,
                        folder))
                .warmUps(0);

        Path report = told.play(generator, List.of(100, 300, 40));

        assertThat(server.requests.get()).isEqualTo(200 + 600 + 80);
        assertThat(report).isDirectoryRecursivelyContaining("glob:**/index.html");
        assertThat(told.loads()).extracting(IterationLoad::planned).containsExactly(200L, 600L, 80L);
        assertThat(told.loads()).allSatisfy(load -> {
            assertThat(load.started()).isEqualTo(load.planned());
            assertThat(load.good()).isEqualTo(load.planned());
            assertThat(load.startSpan()).isBetween(Duration.ofMillis(1900), Duration.ofMillis(2500));
        });
    }

    /**
     * Requests each at a random moment of their own 10 ms: their distances scatter by 10 ms / sqrt(6) = 4.1 ms, and
     * more where the machine is slow; even ones by what the machine does to them.
     */
    @Test
    void scattersRequestsWhereItIsTold() {
        PlayedRun played = PlayedRun.of(server.order("scattered", 100, 3, 1000, folder))
                .spacing(ArrivalSpacing.SCATTERED)
                .beforeMeasuring(server.arrivedNanos::clear);

        played.play(generator, 1);

        assertThat(played.loads())
                .singleElement()
                .satisfies(load -> assertThat(load.good()).isEqualTo(300));
        long[] arrived =
                server.arrivedNanos.stream().mapToLong(Long::longValue).sorted().toArray();
        double[] distances = IntStream.range(1, arrived.length)
                .mapToDouble(i -> (arrived[i] - arrived[i - 1]) / 1e6)
                .toArray();
        assertThat(distances).hasSize(299);
        assertThat(StandardDeviation.of(distances).getAsDouble()).isGreaterThan(3);
    }
}
