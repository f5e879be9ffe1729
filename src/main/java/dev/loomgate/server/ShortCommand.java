package dev.loomgate.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/**
 * A command that ends by itself and says little, without a shell.
 *
 * @param exitCode -1 when it could not be started or did not end in time
 * @param output standard output and error
 */
record ShortCommand(int exitCode, String output) {
    static ShortCommand run(List<String> command, Duration limit) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getOutputStream().close();
            // Read while it runs: a pipe that is full stops whoever writes into it.
            Future<byte[]> output = readAll(process);
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
                return new ShortCommand(-1, command.getFirst() + " did not end within " + limit.toSeconds() + " s");
            }
            return new ShortCommand(process.exitValue(), new String(output.get(), StandardCharsets.UTF_8));
        } catch (ExecutionException e) {
            return new ShortCommand(-1, String.valueOf(e.getCause()));
        } catch (IOException e) {
            return new ShortCommand(-1, String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new ShortCommand(-1, "interrupted");
        }
    }

    private static Future<byte[]> readAll(Process process) {
        FutureTask<byte[]> reading =
                new FutureTask<>(() -> process.getInputStream().readAllBytes());
        Thread.ofPlatform().daemon().start(reading);
        return reading;
    }

    boolean succeeded() {
        return exitCode == 0;
    }
}
