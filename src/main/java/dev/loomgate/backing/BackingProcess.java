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
 * A service in a process of its own that ends when its standard input ends. That is so when it is closed, and also
 * when this JVM dies in whatever way: the operating system closes the pipe then.
 *
 * @param name for messages
 * @param jvm whether it is a JVM that was started with {@link ExitReason#OPTION}
 */
record BackingProcess(String name, Process process, Path log, boolean jvm) implements AutoCloseable {
    private static final Duration GRACE = Duration.ofSeconds(10);

    /** It takes 1 to 2 s on a machine that does nothing else. */
    private static final Duration END_LIMIT = Duration.ofMinutes(2);

    static BackingProcess start(String name, List<String> command, Path log) {
        try {
            Files.createDirectories(log.toAbsolutePath().getParent());
            ProcessBuilder builder = ChildEnvironment.of(new ProcessBuilder(command))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
            return new BackingProcess(name, builder.start(), log, command.contains(ExitReason.OPTION));
        } catch (IOException e) {
            throw new BackingStartException("The " + name + " could not be started: " + e.getMessage(), e);
        }
    }

    /** Waits until it answers; closes it when it does not. */
    void await(BooleanSupplier answers) {
        try {
            Startup.await(name, Startup.LIMIT, answers, this::ended);
        } catch (BackingStartException e) {
            close();
            throw new BackingStartException(
                    told(String.valueOf(e.getMessage())), LogTail.tellsPortTaken(LogTail.of(log)), e);
        }
    }

    /** Waits for the end of a program that does its work and ends. */
    void awaitSuccess() {
        awaitSuccess(END_LIMIT);
    }

    void awaitSuccess(Duration limit) {
        try {
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new BackingStartException(told("The " + name + " did not end within " + limit.toSeconds()
                        + " s and was killed: the disk stalls, or the machine is far too busy."));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BackingStartException("interrupted while the " + name + " ran", e);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        if (process.exitValue() != 0) {
            throw new BackingStartException(told(ended().orElseThrow()));
        }
    }

    private String told(String what) {
        return what + "\ncommand line: " + process.info().commandLine().orElse("unknown") + LogTail.inMessage(log);
    }

    long pid() {
        return process.pid();
    }

    /** In words, once it has ended. */
    Optional<String> ended() {
        if (process.isAlive()) {
            return Optional.empty();
        }
        ExitReason reason = jvm ? ExitReason.ofJvm(process.exitValue()) : ExitReason.of(process.exitValue());
        return Optional.of("the " + name + " has ended: " + reason + "; see " + log);
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
