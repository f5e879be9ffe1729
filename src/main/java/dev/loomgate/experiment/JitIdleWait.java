package dev.loomgate.experiment;

import dev.loomgate.sampling.Sampling;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Rests until the JITs of servers have nothing to do: on few CPUs they starve under load, and how long they need
 * afterwards depends on the server.
 */
record JitIdleWait(TimeSource time) {
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final double IDLE_SHARE = 0.1;

    /**
     * At least so long, and until all have been idle for a tenth of a second, but no longer than {@code atMost}. Where
     * the CPU time of no JIT is known, no longer than asked for.
     *
     * @param servers that rest at the same time
     */
    void rest(List<Sampling> servers, Duration atLeast, Duration atMost) {
        long start = time.nanos();
        time.rest(atLeast.minus(LOOK));
        List<Optional<Duration>> before = jitCpu(servers);
        boolean busy = before.stream().anyMatch(Optional::isPresent);
        if (!busy) {
            time.rest(atLeast.minusNanos(time.nanos() - start));
        }
        while (busy && time.nanos() - start < atMost.toNanos()) {
            time.rest(LOOK);
            List<Optional<Duration>> now = jitCpu(servers);
            busy = false;
            for (int server = 0; server < servers.size(); server++) {
                busy |= before.get(server).isPresent()
                        && !isIdle(before.get(server).get(), now.get(server));
            }
            before = now;
        }
    }

    private static List<Optional<Duration>> jitCpu(List<Sampling> servers) {
        return servers.stream().map(Sampling::jitCpu).toList();
    }

    /** Compiler threads that end take their time with them; then the next look tells. */
    private static boolean isIdle(Duration before, Optional<Duration> now) {
        return now.filter(
                        jit -> jit.compareTo(before) >= 0 && jit.minus(before).toNanos() < IDLE_SHARE * LOOK.toNanos())
                .isPresent();
    }
}
