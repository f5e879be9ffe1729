package dev.loomgate.faults;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * A real run of the gate to which something is going to happen: in a session and process group of its own, with a
 * temporary folder of its own, watched from outside.
 */
final class Victim implements AutoCloseable {
    /** The longest silence of a healthy run on a machine that does much else: the rehearsal of the generator. */
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final Process process;
    private final Marked marked;
    private final List<String> lines = new ArrayList<>();
    private final Thread reader;
    private int heard;

    private Victim(Process process, Marked marked) {
        this.process = process;
        this.marked = marked;
        reader = Thread.ofPlatform().daemon().name("output of a victim").start(this::read);
    }

    /** @param command runs in a new session: its process id is that of its group, too */
    static Victim start(List<String> command, Path directory, Marked marked, Map<String, String> environment)
            throws IOException {
        List<String> whole = new ArrayList<>(List.of("setsid"));
        whole.addAll(AsInATerminal.prefix());
        whole.addAll(command);
        ProcessBuilder builder =
                new ProcessBuilder(whole).directory(directory.toFile()).redirectErrorStream(true);
        builder.environment().putAll(environment);
        builder.environment().putAll(marked.environment());
        return new Victim(builder.start(), marked);
    }

    private void read() {
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                hear(line);
            }
        } catch (IOException e) {
            hear("(its output broke: " + e.getMessage() + ")");
        }
    }

    private synchronized void hear(String line) {
        lines.add(line);
        notifyAll();
    }

    /** Waits for a line with this text, behind the last one that was waited for; false when the run ended before. */
    synchronized boolean awaitLine(String text) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            while (heard < lines.size()) {
                if (lines.get(heard++).contains(text)) {
                    return true;
                }
            }
            long left = end - System.nanoTime();
            if (!reader.isAlive()) {
                return false;
            }
            if (left <= 0) {
                throw new FaultException("silent for " + PATIENCE.toSeconds() + " s, expected: " + text);
            }
            wait(Math.clamp(left / 1_000_000, 1, 100));
        }
    }

    /**
     * Lets the run go on for this long, or until it ends. This is a random moment, no wait for something: nothing
     * announces it.
     */
    void letRun(Duration length) throws InterruptedException {
        boolean unused = process.waitFor(length.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Waits until it has a process of this kind. */
    OptionalLong await(Predicate<Marked.Member> kind) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < end && process.isAlive()) {
            OptionalLong pid = marked.members().stream()
                    .filter(kind)
                    .mapToLong(Marked.Member::pid)
                    .findFirst();
            if (pid.isPresent()) {
                return pid;
            }
            letRun(Duration.ofMillis(20));
        }
        return OptionalLong.empty();
    }

    long pid() {
        return process.pid();
    }

    boolean alive() {
        return process.isAlive();
    }

    /** Exit code, as a shell tells it: 128 and the number of the signal. */
    int exitCode(Duration atMost) throws InterruptedException {
        if (!process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new FaultException("still running after " + atMost.toSeconds() + " s; it said last: " + last());
        }
        reader.join(2000);
        return process.exitValue();
    }

    synchronized String console() {
        return String.join("\n", lines);
    }

    private synchronized String last() {
        return lines.isEmpty() ? "nothing" : lines.getLast();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
