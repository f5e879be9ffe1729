package dev.loomgate.load;

import java.util.ArrayList;
import java.util.List;

/**
 * Holds virtual users until the harness says go. Users that arrive afterwards pass at once. No thread blocks: a parked
 * user is a task that runs later on its own event loop.
 */
final class Gate {
    private final List<Runnable> parked = new ArrayList<>();
    private boolean open;

    /** True when this was the first to arrive at the closed gate. */
    synchronized boolean arrive(Runnable pass) {
        if (open) {
            pass.run();
            return false;
        }
        parked.add(pass);
        return parked.size() == 1;
    }

    synchronized int waiting() {
        return parked.size();
    }

    void open() {
        letPass(true);
    }

    /** Lets those pass that wait now; the gate stays closed for the next ones. */
    void letOneGroupPass() {
        letPass(false);
    }

    private synchronized void letPass(boolean stayOpen) {
        open = stayOpen;
        List<Runnable> group = List.copyOf(parked);
        parked.clear();
        group.forEach(Runnable::run);
    }
}
