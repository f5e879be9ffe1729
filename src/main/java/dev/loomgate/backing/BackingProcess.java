package dev.loomgate.backing;

import dev.loomgate.server.ChildEnvironment;
import dev.loomgate.server.ExitReason;
import dev.loomgate.server.LogTail;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * A service in a process of its own that ends when its standard input ends. That is so when it is closed, and also when this JVM dies in whatever way: the
 * operating system closes the pipe then.
 *
 * @param name for messages
 */
record BackingProcess(String name, Process process, Path log) implements AutoCloseable {
    private static final Duration GRACE = Duration.ofSeconds(10);

    static BackingProcess start(String name, List<String> command, Path log) {
        try {
            Files.createDirectories(log.toAbsolutePath().getParent());
            ProcessBuilder builder = ChildEnvironment.of(new ProcessBuilder(command))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
            return new BackingProcess(name, builder.start(), log);
        } catch (IOException e) {
            throw new BackingStartException("The " + name + " could not be started: " + e.getMessage(), e);
        }
    }

    /** Waits until it answers; closes it when it does not. */
    void await(BooleanSupplier answers) {
        try {
            Startup.await(name, answers, this::ended);
        } catch (BackingStartException e) {
            close();
            throw new BackingStartException(
                    told(String.valueOf(e.getMessage())), LogTail.tellsPortTaken(LogTail.of(log)), e);
        }
    }

    private String told(String what) {
        return what + "\ncommand line: " + process.info().commandLine().orElse("unknown") + "\nlog: " + log
                + ", its last lines:\n" + LogTail.of(log).indent(2);
    }

    long pid() {
        return process.pid();
    }

    /** In words, once it has ended. */
    Optional<String> ended() {
        return process.isAlive()
                ? Optional.empty()
                : Optional.of("the " + name + " has ended: " + ExitReason.of(process.exitValue()) + "; see " + log);
    }

    /** Ends it and waits until it is gone. */
    @Override
    public void close() {
        try {
            process.getOutputStream().close();
            if (!process.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
                process.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            // The pipe to a process that is gone.
            process.destroyForcibly();
        }
    }
}
