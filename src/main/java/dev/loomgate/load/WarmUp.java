package dev.loomgate.load;

import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/**
 * The closed-model warm-up: cycles of load with a gate in front of each, until the harness says that the server is
 * warm.
 */
final class WarmUp {
    private final int users;
    private final Gate gate = new Gate();
    private final IntConsumer atGate;
    private final IntConsumer atEnd;
    private volatile boolean warm;
    private volatile int cycle;
    private volatile long startedNanos;

    /**
     * @param atGate called with the number of the next cycle when all users wait
     * @param atEnd called with the number of the cycle that has just ended
     */
    WarmUp(int users, IntConsumer atGate, IntConsumer atEnd) {
        this.users = users;
        this.atGate = atGate;
        this.atEnd = atEnd;
    }

    /** Number of the cycle that runs, or that could start next. */
    int cycle() {
        return cycle;
    }

    boolean cold() {
        return !warm;
    }

    /** A user has finished a cycle (or has just been born); the last one to arrive reports. */
    void arrive(HeldUser user) {
        int next = park(() -> user.later(user::proceed));
        if (next > 1) {
            atEnd.accept(next - 1);
        }
        if (next > 0) {
            atGate.accept(next);
        }
    }

    /** The number of the cycle that could start now, 0 while users are missing. */
    private synchronized int park(Runnable user) {
        gate.arrive(user);
        if (gate.waiting() < users) {
            return 0;
        }
        cycle = cycle + 1;
        return cycle;
    }

    /** Since the running cycle has begun. */
    long runningMillis() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startedNanos);
    }

    void go() {
        startedNanos = System.nanoTime();
        gate.letOneGroupPass();
    }

    void enough() {
        warm = true;
        gate.letOneGroupPass();
    }
}
