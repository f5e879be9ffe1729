package dev.loomgate.quarkus;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

/** Fork and join on an executor: what one thread asks of several. */
final class AllAtOnce {
    private AllAtOnce() {}

    /** Starts all tasks, waits for all, and answers in their order; the first that failed is thrown as it was. */
    static <T> List<T> on(ExecutorService executor, List<Callable<T>> tasks) throws InterruptedException {
        List<T> results = new ArrayList<>(tasks.size());
        for (Future<T> task : executor.invokeAll(tasks)) {
            try {
                results.add(task.get());
            } catch (ExecutionException failed) {
                throw failed.getCause() instanceof RuntimeException reason
                        ? reason
                        : new IllegalStateException(failed.getCause());
            }
        }
        return results;
    }
}
