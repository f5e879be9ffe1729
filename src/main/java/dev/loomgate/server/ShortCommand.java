package dev.loomgate.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
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
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
                return new ShortCommand(-1, command.getFirst() + " did not end within " + limit.toSeconds() + " s");
            }
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new ShortCommand(process.exitValue(), output);
        } catch (IOException e) {
            return new ShortCommand(-1, String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new ShortCommand(-1, "interrupted");
        }
    }

    boolean succeeded() {
        return exitCode == 0;
    }
}
