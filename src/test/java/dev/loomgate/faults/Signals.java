package dev.loomgate.faults;

import java.io.IOException;

/** Signals by name, to a process or to a process group. */
final class Signals {
    private Signals() {}

    static void toProcess(String name, long pid) throws IOException, InterruptedException {
        send(name, String.valueOf(pid));
    }

    static void toGroup(String name, long group) throws IOException, InterruptedException {
        send(name, "-" + group);
    }

    /** What is gone already can't be signalled; whether it was is seen from what the run does. */
    private static void send(String name, String target) throws IOException, InterruptedException {
        int unused = new ProcessBuilder("sh", "-c", "kill -s \"$0\" -- \"$1\" 2>/dev/null", name, target)
                .start()
                .waitFor();
    }
}
