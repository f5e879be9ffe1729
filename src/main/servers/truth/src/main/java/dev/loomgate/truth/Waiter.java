package dev.loomgate.truth;

import java.util.concurrent.locks.LockSupport;

/** The thread that waits until the next answer is due and writes it; new connections wait here for their first read, too. */
final class Waiter implements Runnable {
    private final Object lock = new Object();
    private final WaitingLine line = new WaitingLine();
    private final Replies replies;
    private final Gate gate;
    private final long rateCapNanos;
    private final Thread thread;
    private Loop loop;
    private long nextSlot;
    private boolean slotTaken;

    Waiter(Replies replies, Gate gate, Script script) {
        this.replies = replies;
        this.gate = gate;
        this.rateCapNanos = script.rateCapNanos();
        this.thread = Thread.ofPlatform().name("truth-waiter").unstarted(this);
    }

    void start(Loop of) {
        loop = of;
        thread.start();
    }

    void await(Connection connection, long dueNanos) {
        connection.dueNanos = dueNanos;
        boolean first;
        synchronized (lock) {
            first = line.add(connection);
        }
        if (first) {
            LockSupport.unpark(thread);
        }
    }

    @Override
    public void run() {
        while (true) {
            Connection connection = nextDue();
            if (connection.opened) {
                answer(connection);
            } else {
                gate.pass();
                loop.open(connection);
            }
        }
    }

    private Connection nextDue() {
        while (true) {
            long left;
            synchronized (lock) {
                Connection first = line.first();
                left = first == null ? Long.MAX_VALUE : leaves(first) - System.nanoTime();
                if (left <= 0) {
                    return line.removeFirst();
                }
            }
            if (left == Long.MAX_VALUE) {
                LockSupport.park(this);
            } else {
                LockSupport.parkNanos(this, left);
            }
        }
    }

    private long leaves(Connection connection) {
        boolean capped = rateCapNanos > 0 && slotTaken && connection.opened;
        return capped && nextSlot - connection.dueNanos > 0 ? nextSlot : connection.dueNanos;
    }

    private void answer(Connection connection) {
        long slot = leaves(connection);
        if (connection.outcome == Outcome.RESET) {
            // Only the selector's own thread can make it let go of the channel at once.
            gate.pass();
            loop.reset(connection);
        } else if (replies.send(connection)) {
            connection.busy(false);
            loop.answered(connection);
        } else {
            loop.letGo();
        }
        if (rateCapNanos > 0) {
            // Slots stay on their grid unless the server was held up, by a freeze for example: no burst to catch up.
            boolean heldUp = System.nanoTime() - slot > rateCapNanos;
            nextSlot = (heldUp ? System.nanoTime() : slot) + rateCapNanos;
            slotTaken = true;
        }
    }
}
