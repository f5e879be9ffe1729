package dev.loomgate.experiment;

import static org.awaitility.Awaitility.await;

import dev.loomgate.backing.BackingServices;
import dev.loomgate.plan.Cell;
import dev.loomgate.server.RunningServer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.awaitility.core.ConditionTimeoutException;

/** Asks real servers over HTTP. */
record ServerChecks(BackingServices backing) implements Checks {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration BETWEEN = Duration.ofMillis(500);

    @Override
    public Preflight before(Cell cell, RunningServer server) {
        return Preflight.of(cell, server, backing);
    }

    @Override
    public EffectiveAudit.Outcome after(RunningServer server) {
        return EffectiveAudit.afterwards(server);
    }

    @Override
    public Optional<Duration> recovery(RunningServer server, Cell cell, String token) {
        long start = System.nanoTime();
        try {
            await().dontCatchUncaughtExceptions()
                    .atMost(PATIENCE)
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

    @Override
    public LogIn logIn(RunningServer server, Cell cell) {
        return LogIn.at(server.baseUri(), cell);
    }

    @Override
    public List<String> troubles() {
        return backing.troubles();
    }
}
