package dev.loomgate.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Which CPUs belong to whom, as lists in the notation of {@code taskset -c}.
 *
 * @param serverCpus CPUs of the server under test: {@code 0}; empty when the machine has one CPU or no way to pin
 * @param generatorCpus CPUs of the generator and of backing services: {@code 1}; empty likewise
 * @param serverCpuCount what the server's JVM sees
 * @param generatorCpuCount what the generator's JVM sees
 * @param how {@code taskset}, {@code cpuset} or the reason why nothing is pinned
 */
public record Placement(
        String serverCpus, String generatorCpus, int serverCpuCount, int generatorCpuCount, String how) {
    private static final String PINNED =
            "taskset; servers and generator start on all CPUs and are pinned to theirs before anything is measured";

    /**
     * Splits the CPUs this process may use between server and generator.
     *
     * <p>Whole cores where there are two or more (hardware threads of one core share its caches and pipelines), else
     * single CPUs. The first half goes to the server; the odd one out goes to the generator, which also carries the
     * backing services and whose shortage would make results invalid.
     */
    public static Placement ofMachine() {
        int usable = Runtime.getRuntime().availableProcessors();
        List<Integer> allowed = Cpus.allowed(Path.of("/proc/self/status"));
        // A CPU quota makes fewer CPUs usable than allowed: more than that number would only be throttled.
        List<Integer> cpus = allowed.subList(0, Math.min(allowed.size(), usable));
        if (cpus.isEmpty()) {
            return unpinned(usable, "not pinned: this system does not tell which CPUs a process may use");
        }
        Placement placement = split(cpus, Path.of("/sys/devices/system/cpu"));
        return placement.pins()
                ? refusal("taskset", Cpus.format(allowed))
                        .map(why -> unpinned(cpus.size(), "not pinned: " + why))
                        .orElse(placement)
                : placement;
    }

    /** As a user asks for it where pinning is not wanted: the scheduler places server and generator. */
    public static Placement switchedOff() {
        return unpinned(
                Runtime.getRuntime().availableProcessors(), "not pinned: switched off by -Dloomgate.pinning=off");
    }

    static Placement split(List<Integer> cpus, Path systemCpus) {
        if (cpus.size() < 2) {
            return unpinned(1, "not pinned: there is one CPU, which server and generator share");
        }
        List<List<Integer>> cores = Cpus.cores(cpus, systemCpus);
        List<List<Integer>> parts =
                cores.size() > 1 ? cores : cpus.stream().map(List::of).toList();
        int half = parts.size() / 2;
        List<Integer> server =
                parts.subList(0, half).stream().flatMap(List::stream).toList();
        List<Integer> generator =
                parts.subList(half, parts.size()).stream().flatMap(List::stream).toList();
        return new Placement(Cpus.format(server), Cpus.format(generator), server.size(), generator.size(), PINNED);
    }

    /**
     * Moves the generator to its CPUs, where it is to be pinned. Not before it is warm: until then its compilers would
     * take the CPU from it.
     *
     * @return false when a thread of it could not be moved
     */
    public boolean pinGenerator(long pid) {
        return !pins() || new Taskset(pid, generatorCpus).move();
    }

    /**
     * The command line that runs a backing service on the generator's CPUs from its first instruction on, so that
     * whatever it forks is there, too.
     *
     * @param command program and arguments
     */
    public List<String> besideGenerator(List<String> command) {
        return pins()
                ? Stream.concat(Stream.of("taskset", "-c", generatorCpus), command.stream())
                        .toList()
                : List.copyOf(command);
    }

    /**
     * Moves the calling platform thread to the generator's CPUs, where threads are pinned.
     *
     * @return false when it could not be moved
     */
    public boolean pinThisThread() {
        return !pins() || Taskset.moveThisThread(generatorCpus);
    }

    /**
     * All CPUs of server and generator: the pinned ones, else whatever this process may use; empty when the system
     * does not tell.
     */
    public List<Integer> cpus() {
        return pins() ? Cpus.parse(bootCpus()) : Cpus.allowed(Path.of("/proc/self/status"));
    }

    boolean pins() {
        return !serverCpus.isEmpty();
    }

    /** Where a server boots: everywhere, since start-up would otherwise be most of a run. */
    String bootCpus() {
        return pins() ? serverCpus + "," + generatorCpus : "";
    }

    private static Placement unpinned(int cpus, String why) {
        int server = Math.max(1, cpus / 2);
        return new Placement("", "", server, Math.max(1, cpus - server), why);
    }

    /**
     * Why pinning does not work here, in words. Gives the main thread of this JVM the CPUs that it has: a sandbox may
     * allow to read an affinity and forbid to set one.
     *
     * @param allowed the CPUs that this process may use
     */
    static Optional<String> refusal(String taskset, String allowed) {
        String self = String.valueOf(ProcessHandle.current().pid());
        ShortCommand tried = ShortCommand.run(List.of(taskset, "-c", "-p", allowed, self), Duration.ofSeconds(5));
        return tried.succeeded()
                ? Optional.empty()
                : Optional.of("the command taskset is missing or not permitted ("
                        + tried.output().lines().reduce((first, last) -> last).orElse("it said nothing") + ")");
    }

    /** Moves a running process to some CPUs, with all its threads and those they will start. */
    record Taskset(long pid, String cpus) {
        private static final int PASSES = 10;
        private static final Duration PATIENCE = Duration.ofSeconds(10);

        /**
         * Again until every thread is there: one that is born during a pass may come from a thread that was not moved
         * yet.
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

        /** Whether there is nothing to move. */
        boolean done() {
            return !Files.isDirectory(tasks()) || allThreadsAreThere();
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
}
