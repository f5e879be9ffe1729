package dev.loomgate;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Real harm to a run. Whatever it does ends by itself, even when the test's JVM dies. */
final class Disturbance implements AutoCloseable {
    private final Process process;

    private Disturbance(Process process) {
        this.process = process;
    }

    /** Stops a process and lets it go on: a JVM that got no CPU, as seen from inside. Returns when it goes on. */
    static void stop(ProcessHandle victim, Duration length) throws IOException, InterruptedException {
        // A shell of its own, which continues the victim whatever ends it.
        String script = "trap 'kill -CONT %1$d' EXIT; trap 'exit 1' HUP INT TERM; kill -STOP %1$d; sleep %2$d.%3$03d"
                .formatted(victim.pid(), length.toSeconds(), length.toMillisPart());
        int code = new ProcessBuilder("sh", "-c", script).inheritIO().start().waitFor();
        if (code != 0) {
            throw new IllegalStateException("could not stop process " + victim.pid() + ", exit code " + code);
        }
    }

    /** Processes that are none of the run's own keep these CPUs busy; no CPUs means any. */
    static Disturbance spin(String cpus, int processes) throws IOException {
        // The command timeout ends its whole process group when it is told to end.
        List<String> command = new ArrayList<>(List.of("timeout", "120"));
        if (!cpus.isEmpty()) {
            command.addAll(List.of("taskset", "-c", cpus));
        }
        String spinner = "sh -c 'while :; do :; done' & ".repeat(processes);
        command.addAll(List.of("sh", "-c", spinner + "wait"));
        return new Disturbance(new ProcessBuilder(command).inheritIO().start());
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
    }
}
