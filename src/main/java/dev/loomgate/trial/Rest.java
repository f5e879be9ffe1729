package dev.loomgate.trial;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** A pause that belongs to the protocol of a measurement: the server is left alone so that the JIT or a collection can finish. */
final class Rest {
    private static final Duration AT_MOST = Duration.ofHours(1);
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final double IDLE_SHARE = 0.1;

    private Rest() {}

    /**
     * Rests until the JIT has nothing to do: on few CPUs it starves under load, and how long it needs afterwards depends on the server.
     *
     * @param jitCpu CPU time of the JIT so far; where nobody knows, the pause is {@code atLeast}
     */
    static void untilJitIsIdle(Duration atLeast, Duration atMost, Supplier<Optional<Duration>> jitCpu) {
        of(atLeast);
        long end = System.nanoTime() + atMost.minus(atLeast).toNanos();
        Optional<Duration> before = jitCpu.get();
        while (before.isPresent() && System.nanoTime() < end) {
            of(LOOK);
            Optional<Duration> now = jitCpu.get();
            // Compiler threads that end take their time with them; then the next look tells.
            long gained = now.orElse(Duration.ZERO).minus(before.get()).toNanos();
            if (now.isPresent() && gained >= 0 && gained < IDLE_SHARE * LOOK.toNanos()) {
                return;
            }
            before = now;
        }
    }

    static void of(Duration pause) {
        if (pause.isPositive()) {
            await().pollDelay(pause).atMost(AT_MOST.plus(pause)).until(() -> true);
        }
    }
}
