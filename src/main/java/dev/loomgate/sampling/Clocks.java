package dev.loomgate.sampling;

import java.time.Duration;
import java.time.Instant;

/** Both clocks at one moment. Their difference stays the same unless somebody sets the time, or the machine sleeps. */
record Clocks(Instant wall, long nanos) {
    private static final long CLOSE_ENOUGH_NANOS = 100_000;
    private static final int TRIES = 10;

    /** Again while this thread lost its CPU between the two clocks; the closest pair of some tries counts. */
    static Clocks now() {
        Clocks best = new Clocks(Instant.EPOCH, 0);
        long closest = Long.MAX_VALUE;
        for (int tries = 0; tries < TRIES && closest > CLOSE_ENOUGH_NANOS; tries++) {
            long before = System.nanoTime();
            Instant wall = Instant.now();
            long apart = System.nanoTime() - before;
            if (apart < closest) {
                closest = apart;
                best = new Clocks(wall, before + apart / 2);
            }
        }
        return best;
    }

    Duration since(Clocks earlier) {
        return Duration.ofNanos(nanos - earlier.nanos);
    }

    /** How far the wall clock went ahead of the monotonic one; negative when it fell behind. */
    Duration jumpSince(Clocks earlier) {
        return Duration.between(earlier.wall, wall).minus(since(earlier));
    }
}
