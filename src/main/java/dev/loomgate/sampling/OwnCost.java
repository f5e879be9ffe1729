package dev.loomgate.sampling;

import java.time.Duration;

/**
 * What the sampler itself costs the server: made small before anything is measured, and measured so that it can be
 * taken off.
 */
final class OwnCost {
    /** The first answers load classes; after that, every answer allocates the same. */
    private static final int READINGS = 12;

    /**
     * So often all questions of a window are asked for nothing. The JIT's first stage compiles what was called 200
     * times, its second one what was called 5,000 times; a window asks 15 questions. More rounds would leave less for
     * the JIT to do in windows, and take longer.
     */
    private static final int DRY_RUNS = 150;

    private static final Duration DRY_RUNS_AT_MOST = Duration.ofSeconds(2);

    private OwnCost() {}

    /** Has the server load and compile what it needs to answer. */
    static void warmUp(JvmBeans jvm) {
        long start = System.nanoTime();
        try {
            for (int i = 0; i < DRY_RUNS && System.nanoTime() - start < DRY_RUNS_AT_MOST.toNanos(); i++) {
                jvm.collections();
                jvm.resetPeaks();
                jvm.threading();
                jvm.heapPeakBytes();
            }
        } catch (JmxFailure unanswered) {
            // What can't be read is said by the windows themselves.
        }
    }

    /**
     * Bytes that one reading of the allocation counter allocates: the least difference between two readings in a row.
     */
    static long bytes(JvmBeans jvm) {
        try {
            long least = Long.MAX_VALUE;
            long last = jvm.threading().allocatedBytes();
            for (int i = 0; i < READINGS; i++) {
                long now = jvm.threading().allocatedBytes();
                least = Math.min(least, now - last);
                last = now;
            }
            return least;
        } catch (JmxFailure uncounted) {
            // Where allocation can't be read there is nothing to take off, and the window says so itself.
            return 0;
        }
    }
}
