package dev.loomgate.truth;

import java.util.concurrent.locks.LockSupport;

/** Where every thread that reads, accepts or writes has to pass right before it does: none passes during a freeze. */
final class Gate {
    private final Phases phases;

    Gate(Phases phases) {
        this.phases = phases;
    }

    /** Returns the time at which it was passed. */
    long pass() {
        long now = System.nanoTime();
        long frozen = phases.frozenNanos(now);
        while (frozen > 0) {
            LockSupport.parkNanos(this, frozen);
            now = System.nanoTime();
            frozen = phases.frozenNanos(now);
        }
        return now;
    }
}
