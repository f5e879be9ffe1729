package dev.loomgate.experiment;

import dev.loomgate.sampling.Sampling;
import java.time.Duration;
import java.util.Optional;

/**
 * Rests until the JIT of a server has nothing to do: on few CPUs it starves under load, and how long it needs
 * afterwards depends on the server.
 */
final class JitIdleWait {
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final double IDLE_SHARE = 0.1;

    private final TimeSource time;

    JitIdleWait(TimeSource time) {
        this.time = time;
    }

    /** At least and at most so long; {@code atLeast} where the JIT's CPU time is not known. */
    void rest(Sampling sampling, Duration atLeast, Duration atMost) {
        time.rest(atLeast);
        long end = time.nanos() + atMost.minus(atLeast).toNanos();
        Optional<Duration> before = sampling.jitCpu();
        while (before.isPresent() && time.nanos() < end) {
            time.rest(LOOK);
            Optional<Duration> now = sampling.jitCpu();
            // Compiler threads that end take their time with them; then the next look tells.
            long gained = now.orElse(Duration.ZERO).minus(before.get()).toNanos();
            if (now.isPresent() && gained >= 0 && gained < IDLE_SHARE * LOOK.toNanos()) {
                return;
            }
            before = now;
        }
    }
}
