package dev.loomgate.workloads;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

/** What an endpoint does (papers.md 2): compute a body, then wait. How to wait is the server's own business. */
public enum Workload {
    EMPTY(Duration.ZERO, () -> "ok"),
    IO(Duration.ofMillis(100), () -> "ok"),
    COMPUTE(Duration.ZERO, () -> Double.toString(ComputeLoop.run(System.currentTimeMillis(), 1000))),
    MATMUL(Duration.ofMillis(25), product(200)),
    MIXED(Duration.ofMillis(100), product(150));

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

    private static Supplier<String> product(int size) {
        MatrixProduct matrices = MatrixProduct.ofSize(size);
        return () -> Long.toString(matrices.randomCell(System::currentTimeMillis, ThreadLocalRandom.current()));
    }
}
