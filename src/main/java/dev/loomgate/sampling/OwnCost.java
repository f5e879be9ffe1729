package dev.loomgate.sampling;

/** What the sampler itself costs the server, measured so that it can be taken off. */
final class OwnCost {
    /** The first answers load classes; after that, every answer allocates the same. */
    private static final int READINGS = 12;

    private OwnCost() {}

    /** Bytes that one reading of the allocation counter allocates: the least difference between two readings in a row. */
    static long bytes(JvmBeans jvm) {
        try {
            long least = Long.MAX_VALUE;
            long last = jvm.allocatedBytes();
            for (int i = 0; i < READINGS; i++) {
                long now = jvm.allocatedBytes();
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
