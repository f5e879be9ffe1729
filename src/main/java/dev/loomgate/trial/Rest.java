package dev.loomgate.trial;

import static org.awaitility.Awaitility.await;

import java.time.Duration;

/** A pause that belongs to the protocol of a measurement: the server is left alone so that the JIT or a collection can finish. */
final class Rest {
    private static final Duration AT_MOST = Duration.ofHours(1);

    private Rest() {}

    static void of(Duration pause) {
        if (pause.isPositive()) {
            await().pollDelay(pause).atMost(AT_MOST.plus(pause)).until(() -> true);
        }
    }
}
