package dev.loomgate.workloads;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** What an endpoint does: compute a body, then wait. How to wait is the server's own business. */
public enum Workload {
    EMPTY(Duration.ZERO, () -> "ok"),
    IO(Duration.ofMillis(100), () -> "ok"),
    COMPUTE(Duration.ZERO, () -> Double.toString(ComputeLoop.run(System.currentTimeMillis(), 1000))),
    MATMUL(Duration.ofMillis(25), product(200)),
    MIXED(Duration.ofMillis(100), product(150)),
    /** As {@link #IO}, but a thread waits inside a monitor that no other thread wants. */
    PINNED(Duration.ofMillis(100), () -> "ok");

    /** Where others can see it: the JIT leaves out a monitor that no other thread can reach. */
    private static final AtomicReference<Object> MONITOR = new AtomicReference<>();

    private final Duration waits;
    private final Supplier<String> kernel;

    Workload(Duration waits, Supplier<String> kernel) {
        this.waits = waits;
        this.kernel = kernel;
    }

    /** How long the answer is held back after the body was computed. */
    public Duration waits() {
        return waits;
    }

    /** Computes the body, on the thread that asks. */
    public String body() {
        return kernel.get();
    }

    /** Waits as threads do, on the thread that asks. */
    public void await(Duration wait) throws InterruptedException {
        if (this != PINNED) {
            Thread.sleep(wait);
            return;
        }
        Object own = new Object();
        MONITOR.set(own);
        synchronized (own) {
            Thread.sleep(wait);
        }
    }

    private static Supplier<String> product(int size) {
        MatrixProduct matrices = MatrixProduct.ofSize(size);
        return () -> Long.toString(matrices.randomCell(System::currentTimeMillis, ThreadLocalRandom.current()));
    }
}
