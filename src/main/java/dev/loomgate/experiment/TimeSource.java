package dev.loomgate.experiment;

import static org.awaitility.Awaitility.await;

import java.time.Duration;

/** The time that the engine measures and waits by; virtual in tests. */
interface TimeSource {
    /** As {@link System#nanoTime}. */
    long nanos();

    /** Leaves the servers alone for so long: a pause that belongs to the protocol. */
    void rest(Duration pause);

    /** The machine's time. */
    TimeSource SYSTEM = new TimeSource() {
        private static final Duration MARGIN = Duration.ofHours(1);

        @Override
        public long nanos() {
            return System.nanoTime();
        }

        @Override
        public void rest(Duration pause) {
            if (pause.isPositive()) {
                await().dontCatchUncaughtExceptions()
                        .pollDelay(pause)
                        .atMost(MARGIN.plus(pause))
                        .until(() -> true);
            }
        }
    };
}
