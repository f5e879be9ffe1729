package dev.loomgate.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A command that ends by itself and says little, without a shell.
 *
 * @param exitCode -1 when it could not be started or did not end in time
 * @param output what it printed, or why it failed
 */
public record ShortCommand(int exitCode, String output) {
    private static final Duration REST_OF_THE_PIPE = Duration.ofSeconds(2);

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
        try {
            Process process = builder.start();
            try {
                process.getOutputStream().close();
                // Read while it runs: a full pipe stops the process that writes into it.
                ByteArrayOutputStream output = new ByteArrayOutputStream();
                Thread reader = Thread.ofPlatform().daemon().start(() -> copy(process, output));
                if (!process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS)) {
                    return late(builder, limit);
                }
                // What it printed is in the pipe; a child that it left behind may hold the pipe open for ever.
                reader.join(REST_OF_THE_PIPE);
                return new ShortCommand(process.exitValue(), output.toString(StandardCharsets.UTF_8));
            } finally {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
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

    private static void copy(Process process, ByteArrayOutputStream output) {
        try {
            process.getInputStream().transferTo(output);
        } catch (IOException e) {
            // Closed when the process was ended: what came before is there.
        }
    }

    public boolean succeeded() {
        return exitCode == 0;
    }
}
