package dev.loomgate.truth;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** Uses up CPU time, measured with the clock of the thread that burns: waiting for the CPU is not burning. */
final class Burner {
    private static final int STEPS = 200;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final long nanos;
    private final Gate gate;
    private volatile long heat = 1;

    Burner(long nanos, Gate gate) {
        this.nanos = nanos;
        this.gate = gate;
    }

    /** Returns what was really burned. */
    long burn() {
        if (nanos == 0) {
            return 0;
        }
        long start = threads.getCurrentThreadCpuTime();
        long burned = 0;
        while (burned < nanos) {
            gate.pass();
            step();
            burned = threads.getCurrentThreadCpuTime() - start;
        }
        return burned;
    }

    private void step() {
        long mixed = heat;
        for (int step = 0; step < STEPS; step++) {
            mixed = mixed * 6364136223846793005L + 1442695040888963407L;
        }
        heat = mixed;
    }
}
