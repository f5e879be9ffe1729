package dev.loomgate.server;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Ends a wait that the library behind it would not end. */
public final class TimeLimit {
    private TimeLimit() {}

    /**
     * The same for an exchange over a network, all of whose failures are an {@link IOException}.
     *
     * @param late the sentence of the one that is thrown when the time is over
     */
    public static <T> T exchange(Duration limit, String late, Callable<T> work) throws IOException {
        try {
            return within(limit, work);
        } catch (TimeoutException e) {
            throw (IOException) new SocketTimeoutException(late).initCause(e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException failed ? failed : new IOException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for an answer");
        }
    }

    /**
     * Works in a daemon thread, which is left behind when the time is over: a call that hangs must not keep this JVM
     * alive.
     */
    public static <T> T within(Duration limit, Callable<T> work)
            throws InterruptedException, ExecutionException, TimeoutException {
        FutureTask<T> task = new FutureTask<>(work);
        Thread.ofPlatform().daemon().name("loomgate-time-limit").start(task);
        return task.get(limit.toNanos(), TimeUnit.NANOSECONDS);
    }
}
