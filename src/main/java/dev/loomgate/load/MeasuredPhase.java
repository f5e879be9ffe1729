package dev.loomgate.load;

import io.gatling.core.session.Session;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One open-model phase: sends each request at the nanosecond the schedule names. Gatling delivers users in slots of whole milliseconds; they arrive here a
 * little early ({@link #LEAD_NANOS}) and are held until their request is due, so that Gatling's slots are not seen in any number. A user that Gatling delivers
 * too late is sent at once, and the delay is the generator's lateness.
 */
final class MeasuredPhase {
    /** Longer than Gatling's slot (1 ms) and usual scheduling delays, short enough to keep few users in the air. */
    private static final long LEAD_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final int number;
    private final long firstUserId;
    private final int maxConnections;
    private final IterationRecorder recorder;
    private final Gate gate = new Gate();
    private final AtomicInteger inFlight = new AtomicInteger();
    private final Queue<Runnable> waitingForConnection = new ArrayDeque<>();
    private final Runnable atGate;
    private final Runnable atEnd;
    private volatile boolean skipped;

    /**
     * @param firstUserId Gatling's id of the phase's first user: ids are given in the order of the schedule
     * @param atGate called once, when the first user has arrived
     * @param atEnd called once, when the last answer has arrived
     */
    MeasuredPhase(int number, long firstUserId, LoadOrder order, Runnable atGate, Runnable atEnd) {
        this.number = number;
        this.firstUserId = firstUserId;
        this.maxConnections = order.maxConnections();
        this.recorder = new IterationRecorder(order);
        this.atGate = atGate;
        this.atEnd = atEnd;
    }

    int number() {
        return number;
    }

    IterationRecorder recorder() {
        return recorder;
    }

    boolean skipped() {
        return skipped;
    }

    void go() {
        recorder.startAt(System.nanoTime() + LEAD_NANOS);
        gate.open();
    }

    void skip() {
        skipped = true;
        gate.open();
    }

    /** Holds a user until its request is due. */
    void hold(Session session, Runnable proceed) {
        if (gate.arrive(() -> schedule(session, proceed))) {
            atGate.run();
        }
    }

    private void schedule(Session session, Runnable proceed) {
        if (skipped) {
            session.eventLoop().execute(proceed);
            return;
        }
        long wait = recorder.dueNanos(place(session)) - System.nanoTime();
        Runnable send = () -> sendOrQueue(place(session), proceed);
        if (wait > 0) {
            var unused = session.eventLoop().schedule(send, wait, TimeUnit.NANOSECONDS);
        } else {
            session.eventLoop().execute(send);
        }
    }

    private void sendOrQueue(int place, Runnable proceed) {
        recorder.ready(place, System.nanoTime());
        synchronized (waitingForConnection) {
            if (inFlight.get() >= maxConnections) {
                recorder.heldBack(place);
                waitingForConnection.add(() -> send(place, proceed));
                return;
            }
            inFlight.incrementAndGet();
        }
        send(place, proceed);
    }

    private void send(int place, Runnable proceed) {
        recorder.sent(place, System.nanoTime());
        proceed.run();
    }

    void answered(long userId, int status, boolean bodyMatches) {
        recorder.answered((int) (userId - firstUserId), status, bodyMatches);
    }

    void ended(Session session, String errorIfUnanswered) {
        boolean last = recorder.ended(place(session), System.nanoTime(), errorIfUnanswered);
        Runnable next;
        synchronized (waitingForConnection) {
            next = waitingForConnection.poll();
            if (next == null) {
                inFlight.decrementAndGet();
            }
        }
        if (next != null) {
            session.eventLoop().execute(next);
        }
        if (last) {
            atEnd.run();
        }
    }

    private int place(Session session) {
        return (int) (session.userId() - firstUserId);
    }
}
