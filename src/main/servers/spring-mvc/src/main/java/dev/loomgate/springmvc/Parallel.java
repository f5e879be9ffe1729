package dev.loomgate.springmvc;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.Function;
import java.util.stream.Stream;
import org.springframework.boot.thread.Threading;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/** Several pieces of one request at the same time, on the kind of thread that also serves the requests. */
@Component
final class Parallel implements AutoCloseable {
    private final ExecutorService computing;
    private final ExecutorService waiting;

    Parallel(Environment environment) {
        if (Threading.VIRTUAL.isActive(environment)) {
            computing = Executors.newVirtualThreadPerTaskExecutor();
            waiting = Executors.newVirtualThreadPerTaskExecutor();
        } else {
            computing = Executors.newFixedThreadPool(
                    Runtime.getRuntime().availableProcessors(),
                    Thread.ofPlatform().daemon().name("primes-", 1).factory());
            waiting = Executors.newCachedThreadPool(
                    Thread.ofPlatform().daemon().name("fan-out-", 1).factory());
        }
    }

    /** For pieces that compute: as many threads as processors, or a virtual thread for each. */
    <T, R> List<R> compute(List<T> pieces, Function<T, R> work) throws InterruptedException {
        return allOf(computing, pieces, work);
    }

    /** For pieces that wait: a thread for each, kept for the next request where threads are dear. */
    <T, R> List<R> fanOut(List<T> pieces, Function<T, R> work) throws InterruptedException {
        return allOf(waiting, pieces, work);
    }

    /** Where {@link #compute} runs, for {@code /effective}. */
    String computingOn() throws InterruptedException {
        if (computing instanceof ThreadPoolExecutor pool) {
            return "fixed pool of " + pool.getMaximumPoolSize();
        }
        boolean virtual = compute(List.of(true), asked -> Thread.currentThread().isVirtual())
                .getFirst();
        return virtual ? "virtual threads" : "unknown: " + computing.getClass().getName();
    }

    @Override
    public void close() {
        Stream.of(computing, waiting).forEach(ExecutorService::shutdownNow);
    }

    private static <T, R> List<R> allOf(ExecutorService executor, List<T> pieces, Function<T, R> work)
            throws InterruptedException {
        List<Callable<R>> tasks = pieces.stream()
                .map(piece -> (Callable<R>) () -> work.apply(piece))
                .toList();
        List<R> results = new ArrayList<>(tasks.size());
        for (Future<R> done : executor.invokeAll(tasks)) {
            results.add(resultOf(done));
        }
        return results;
    }

    private static <R> R resultOf(Future<R> done) throws InterruptedException {
        try {
            return done.get();
        } catch (ExecutionException failed) {
            // The piece's own failure decides about the answer, as it does without threads in between.
            throw failed.getCause() instanceof RuntimeException own
                    ? own
                    : new IllegalStateException(failed.getCause());
        }
    }
}
