package dev.loomgate.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A command that ends by itself and says little, without a shell.
 *
 * @param exitCode -1 when it could not be started or did not end in time
 * @param output what it printed, or why it failed
 */
public record ShortCommand(int exitCode, String output) {
    /** Standard output and error together. */
    public static ShortCommand run(List<String> command, Duration limit) {
        return run(ChildEnvironment.of(new ProcessBuilder(command)).redirectErrorStream(true), limit);
    }

    /** Standard output alone. */
    public static ShortCommand quietly(List<String> command, Duration limit) {
        return run(
                ChildEnvironment.of(new ProcessBuilder(command)).redirectError(ProcessBuilder.Redirect.DISCARD), limit);
    }

    private static ShortCommand run(ProcessBuilder builder, Duration limit) {
        long end = System.nanoTime() + limit.toNanos();
        try {
            Process process = builder.start();
            try {
                process.getOutputStream().close();
                // Read while it runs: a full pipe stops the process that writes into it.
                Future<byte[]> output = readAll(process);
                if (!process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS)) {
                    return late(builder, limit);
                }
                // A child that it left behind may hold the pipe open.
                byte[] all = output.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
                return new ShortCommand(process.exitValue(), new String(all, StandardCharsets.UTF_8));
            } finally {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        } catch (TimeoutException e) {
            return late(builder, limit);
        } catch (ExecutionException e) {
            return new ShortCommand(-1, String.valueOf(e.getCause()));
        } catch (IOException e) {
            return new ShortCommand(-1, String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new ShortCommand(-1, "interrupted");
        }
    }

    private static ShortCommand late(ProcessBuilder builder, Duration limit) {
        return new ShortCommand(-1, builder.command().getFirst() + " did not end within " + limit.toSeconds() + " s");
    }

    private static Future<byte[]> readAll(Process process) {
        FutureTask<byte[]> reading =
                new FutureTask<>(() -> process.getInputStream().readAllBytes());
        Thread.ofPlatform().daemon().start(reading);
        return reading;
    }

    public boolean succeeded() {
        return exitCode == 0;
    }
}
