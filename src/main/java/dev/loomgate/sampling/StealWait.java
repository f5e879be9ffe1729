package dev.loomgate.sampling;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Waits until the hypervisor gives this machine the CPU time that it asks for. Time is only stolen from somebody who
 * asks, so it asks: some arithmetic on as many threads as the measurement has CPUs, again and again, until little of it
 * is stolen.
 *
 * @param ticks of the CPUs of the measurement, as they are now
 * @param cpus how many they are
 */
record StealWait(Supplier<Attempt<CpuTicks>> ticks, int cpus) {
    private static final Duration ASKING = Duration.ofMillis(500);

    /**
     * Asks at least once. Returns at once where the stolen time is not known.
     *
     * @param share of the CPUs' time that may be stolen
     * @return how long it took
     */
    Duration await(double share, Duration atMost) {
        long start = System.nanoTime();
        double stolen;
        do {
            stolen = stolenShare();
        } while (stolen > share && System.nanoTime() - start < atMost.toNanos());
        return Duration.ofNanos(System.nanoTime() - start);
    }

    private double stolenShare() {
        Attempt<CpuTicks> before = ticks.get();
        long start = System.nanoTime();
        if (!(before instanceof Attempt.Got<CpuTicks> from) || !ask()) {
            return 0;
        }
        long nanos = System.nanoTime() - start;
        return ticks.get() instanceof Attempt.Got<CpuTicks> to
                ? (double) (to.value().stealNanos() - from.value().stealNanos()) / nanos / cpus
                : 0;
    }

    /** False when somebody wants this thread to end. */
    private boolean ask() {
        List<Thread> asking = new ArrayList<>();
        long end = System.nanoTime() + ASKING.toNanos();
        for (int i = 0; i < cpus; i++) {
            asking.add(Thread.ofPlatform().daemon().name("steal-wait-" + i).start(() -> {
                while (System.nanoTime() < end) {
                    Thread.onSpinWait();
                }
            }));
        }
        try {
            for (Thread thread : asking) {
                thread.join();
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
