package dev.loomgate.backing;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** Waits until a server has opened its pool of connections through the proxy. */
final class PoolOpening {
    private static final Duration SETTLED = Duration.ofSeconds(1);
    private static final Duration AT_MOST = Duration.ofSeconds(30);
    private static final Duration POLL = Duration.ofMillis(50);

    private PoolOpening() {}

    /** Until the number of connections has not changed for a second. Where it changes for longer, the pool does not settle, and the load will show it. */
    static void await(DelayProxy proxy) {
        AtomicInteger last = new AtomicInteger(proxy.connections());
        AtomicLong since = new AtomicLong(System.nanoTime());
        try {
            Awaitility.await()
                    .pollInSameThread()
                    .pollDelay(Duration.ZERO)
                    .pollInterval(POLL)
                    .atMost(AT_MOST)
                    .until(() -> {
                        int now = proxy.connections();
                        if (last.getAndSet(now) != now) {
                            since.set(System.nanoTime());
                        }
                        return System.nanoTime() - since.get() >= SETTLED.toNanos();
                    });
        } catch (ConditionTimeoutException e) {
            // Then it is measured as it is.
        }
    }
}
