package dev.loomgate.backing;

import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.PriorityQueue;
import java.util.Set;

/** When which connection has an answer that may go on. Used by one thread. */
final class HeldAnswers {
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** {@code nanoTime} may wrap around; what has passed since some moment does not. */
    private static final long ORIGIN_NANOS = System.nanoTime();

    private final PriorityQueue<Held> waiting =
            new PriorityQueue<>(Comparator.comparingLong(held -> held.dueNanos() - ORIGIN_NANOS));

    private record Held(ProxiedConnection connection, long dueNanos) {}

    void add(ProxiedConnection connection, long dueNanos) {
        waiting.add(new Held(connection, dueNanos));
    }

    /** Never too short; 0, which means for ever, when nothing waits. */
    long millisToNext() {
        Held next = waiting.peek();
        return next == null ? 0 : Math.max(1, Math.ceilDiv(next.dueNanos() - System.nanoTime(), NANOS_PER_MILLI));
    }

    /** Those whose time has come, the earliest first; they wait no longer. */
    Set<ProxiedConnection> due() {
        Set<ProxiedConnection> due = new LinkedHashSet<>();
        for (Held next = waiting.peek();
                next != null && System.nanoTime() - next.dueNanos() >= 0;
                next = waiting.peek()) {
            due.add(waiting.remove().connection());
        }
        return due;
    }
}
