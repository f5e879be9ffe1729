package dev.loomgate.server;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Ends a wait that the library behind it would not end. */
public final class TimeLimit {
    private TimeLimit() {}

    /** Works in a daemon thread, which is left behind when the time is over: a call that hangs must not keep this JVM alive. */
    public static <T> T within(Duration limit, Callable<T> work)
            throws InterruptedException, ExecutionException, TimeoutException {
        FutureTask<T> task = new FutureTask<>(work);
        Thread.ofPlatform().daemon().name("loomgate-time-limit").start(task);
        return task.get(limit.toNanos(), TimeUnit.NANOSECONDS);
    }
}
