package dev.loomgate.experiment;

import static org.awaitility.Awaitility.await;

import dev.loomgate.plan.Cell;
import dev.loomgate.server.RunningServer;
import java.time.Duration;
import java.util.Optional;
import org.awaitility.core.ConditionTimeoutException;

/** Whether a server that could not follow answers again as it did before. */
final class Recovery {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration BETWEEN = Duration.ofMillis(500);

    private Recovery() {}

    /** How long it took; empty when it died, or did not answer well within half a minute. */
    static Optional<Duration> of(RunningServer server, Cell cell, String token) {
        long start = System.nanoTime();
        try {
            await().atMost(PATIENCE)
                    .pollDelay(Duration.ZERO)
                    .pollInterval(BETWEEN)
                    .until(() -> server.death().isPresent()
                            || FirstAnswer.problems(server.baseUri(), cell, token)
                                    .isEmpty());
        } catch (ConditionTimeoutException e) {
            return Optional.empty();
        }
        return server.death().isPresent() ? Optional.empty() : Optional.of(Duration.ofNanos(System.nanoTime() - start));
    }
}
