package dev.loomgate.quarkus;

import io.quarkus.runtime.ExecutorRecorder;
import java.lang.reflect.Method;
import org.jboss.threads.EnhancedQueueExecutor;

/** Quarkus' own pool of platform threads, as it runs. */
public final class WorkerPool {
    private WorkerPool() {}

    /** Most threads of it; it starts with one and grows while all are busy. */
    public static String mostThreads() {
        Object running = unwrapped(ExecutorRecorder.getCurrent());
        return running instanceof EnhancedQueueExecutor pool
                ? Integer.toString(pool.getMaximumPoolSize())
                : "unknown: " + running.getClass().getName();
    }

    /** Quarkus hands out a wrapper that can't be shut down, and whose content has no public name. */
    private static Object unwrapped(Object executor) {
        try {
            Method delegate = executor.getClass().getDeclaredMethod("delegate");
            delegate.setAccessible(true);
            return delegate.invoke(executor);
        } catch (ReflectiveOperationException noWrapper) {
            return executor;
        }
    }
}
