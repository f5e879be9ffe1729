package dev.loomgate.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.server.Placement;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real generator, told its rate phase by phase, against a server that counts what it gets. */
class SteppedPhasesIT {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    Path folder;

    /** Users beyond those that a rate needs leave without a request: up, down, and never more than was ordered. */
    @Test
    void sendsAtTheRateThatIsToldWhenAPhaseBegins() throws IOException {
        ToldRates told = new ToldRates(100, 300, 40);

        try (WaitingServer server = new WaitingServer();
                LoadGenerator generator = new LoadGenerator(new GeneratorSetup(
                        Path.of(System.getProperty("java.home"), "bin", "java"),
                        System.getProperty("java.class.path"),
                        new Placement("", "", 1, 1, "not pinned"),
                        folder.resolve("generator.log")))) {
            Path report = generator.drive(
                    server.order(
                            "stepped",
                            new Arrivals.Stepped(List.of(100, 300, 300, 300)),
                            Duration.ofSeconds(2),
                            1000,
                            folder),
                    told);

            assertThat(server.requests.get()).isEqualTo(200 + 600 + 80);
            assertThat(report).isDirectoryRecursivelyContaining("glob:**/index.html");
        }
        assertThat(told.loads()).extracting(IterationLoad::planned).containsExactly(200L, 600L, 80L);
        assertThat(told.loads()).allSatisfy(load -> {
            assertThat(load.started()).isEqualTo(load.planned());
            assertThat(load.good()).isEqualTo(load.planned());
            assertThat(load.startSpan()).isBetween(Duration.ofMillis(1900), Duration.ofMillis(2500));
        });
    }
}
