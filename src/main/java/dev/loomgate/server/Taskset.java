package dev.loomgate.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Moves a running process to some CPUs, with all its threads and those they will start. */
record Taskset(long pid, String cpus) {
    private static final int PASSES = 10;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /**
     * Again until every thread is there: one that is born during a pass may come from a thread that was not moved yet.
     *
     * @return whether all of them are, or the process has ended
     */
    boolean move() {
        List<String> command = List.of("taskset", "-a", "-c", "-p", cpus, String.valueOf(pid));
        for (int pass = 0; pass < PASSES; pass++) {
            ShortCommand done = ShortCommand.run(command, PATIENCE);
            if (!Files.isDirectory(tasks()) || (done.succeeded() && allThreadsAreThere())) {
                return true;
            }
        }
        return false;
    }

    /** One platform thread of this JVM, and nothing else of it. */
    static boolean moveThisThread(String cpus) {
        try {
            Path self = Files.readSymbolicLink(Path.of("/proc/thread-self")); // 4711/task/4712
            String thread = String.valueOf(self.getFileName());
            return ShortCommand.run(List.of("taskset", "-c", "-p", cpus, thread), PATIENCE)
                    .succeeded();
        } catch (IOException e) {
            return false;
        }
    }

    private boolean allThreadsAreThere() {
        List<Integer> wanted = Cpus.parse(cpus);
        try (Stream<Path> threads = Files.list(tasks())) {
            return threads.map(thread -> Cpus.allowed(thread.resolve("status")))
                    .allMatch(cpus -> cpus.isEmpty() || cpus.equals(wanted));
        } catch (IOException e) {
            return false;
        }
    }

    private Path tasks() {
        return Path.of("/proc", String.valueOf(pid), "task");
    }
}
