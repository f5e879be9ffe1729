package dev.loomgate.backing;

import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** Waits for a service that was just started. */
final class Startup {
    static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(50);

    private Startup() {}

    /**
     * Returns when it answers.
     *
     * @param name for messages
     * @param ended in words, once it has ended
     * @throws BackingStartException when it ended instead, or took too long
     */
    static void await(String name, Duration limit, BooleanSupplier answers, Supplier<Optional<String>> ended) {
        try {
            Awaitility.await()
                    .dontCatchUncaughtExceptions()
                    .pollInSameThread()
                    .pollDelay(Duration.ZERO)
                    .pollInterval(POLL)
                    .atMost(limit)
                    .until(() -> answers.getAsBoolean() || ended.get().isPresent());
        } catch (ConditionTimeoutException e) {
            throw new BackingStartException(
                    "The " + name + " did not answer within " + limit.toSeconds()
                            + " s. Its log says how far it came; on a machine that is far too busy, run it again.",
                    e);
        }
        ended.get().ifPresent(end -> {
            throw new BackingStartException(end);
        });
    }
}
