package dev.loomgate.truth;

import java.util.concurrent.atomic.AtomicInteger;

/** Tells phases apart by their gaps, and when the freeze of the current one is. Times are {@link System#nanoTime}. */
final class Phases {
    static final long GAP_NANOS = 200_000_000L;

    private final long freezeAtNanos;
    private final long freezeForNanos;
    private final AtomicInteger unanswered = new AtomicInteger();
    private volatile long lastEvent;
    private volatile boolean freezing;
    private volatile long phaseBegin;
    private int phase;

    Phases(Script script) {
        this.freezeAtNanos = script.freeze().map(Script.Freeze::atNanos).orElse(0L);
        this.freezeForNanos = script.freeze().map(Script.Freeze::forNanos).orElse(0L);
    }

    /** Called by the reading thread only. */
    void arrived(long now) {
        long event = lastEvent;
        if (freezing && now - freezeEnd() >= 0 && event - freezeEnd() < 0 && lasted(event)) {
            event = freezeEnd();
        }
        if (phase == 0 || (unanswered.get() == 0 && now - event >= GAP_NANOS)) {
            phase++;
            freezing = false;
            phaseBegin = now;
            freezing = freezeForNanos > 0;
        }
        lastEvent = now;
        unanswered.incrementAndGet();
    }

    void answered(long now) {
        lastEvent = now;
        unanswered.decrementAndGet();
    }

    /** Counted from 1; only for the reading thread. */
    int phase() {
        return phase;
    }

    /** How long everything stands still from now on; 0 when it doesn't. */
    long frozenNanos(long now) {
        if (!freezing || now - freezeBegin() < 0 || now - freezeEnd() >= 0 || !lasted(lastEvent)) {
            return 0;
        }
        return freezeEnd() - now;
    }

    /** A phase that ended before its freeze would begin has none: it would hit whatever comes next. */
    private boolean lasted(long event) {
        return unanswered.get() > 0 || freezeBegin() - event < GAP_NANOS;
    }

    private long freezeBegin() {
        return phaseBegin + freezeAtNanos;
    }

    private long freezeEnd() {
        return freezeBegin() + freezeForNanos;
    }
}
