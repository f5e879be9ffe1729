package dev.loomgate.quarkusblocking;

import jakarta.inject.Singleton;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Where {@code primes} computes (NCI 4.2.1): a fixed pool with one thread per processor. */
@Singleton
final class ComputingPool {
    private final ThreadPoolExecutor threads;

    ComputingPool() {
        int processors = Runtime.getRuntime().availableProcessors();
        threads = new ThreadPoolExecutor(processors, processors, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    }

    ExecutorService executor() {
        return threads;
    }

    String describe() {
        return "fixed pool of " + threads.getMaximumPoolSize();
    }
}
