package dev.loomgate.quarkus;

import io.quarkus.runtime.ExecutorRecorder;
import java.util.concurrent.Executor;
import org.jboss.threads.EnhancedQueueExecutor;

/** Quarkus' own pool of platform threads, as it runs. */
public final class WorkerPool {
    private WorkerPool() {}

    /** Most threads of it; it starts with one and grows while all are busy. */
    public static String mostThreads() {
        Executor running = ExecutorRecorder.getCurrent();
        return running instanceof EnhancedQueueExecutor pool
                ? Integer.toString(pool.getMaximumPoolSize())
                : "unknown: " + running.getClass().getName();
    }
}
