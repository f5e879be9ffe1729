package dev.loomgate.server;

import dev.loomgate.plan.JvmRuntime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** Makes the control groups of servers that run as processes, version 1 and version 2. */
final class ControlGroups {
    private static final String CPU = "cpu";
    private static final String MEMORY = "memory";
    private static final Pattern NAME = Pattern.compile("loomgate-(" + ProcessSession.PATTERN + ")-\\d+");
    private static final AtomicInteger MADE = new AtomicInteger();

    private final Path root;
    private final GroupFolders own;

    /** @param root {@code /}, or a folder that holds {@code proc} and {@code sys} */
    ControlGroups(Path root) {
        this.root = root;
        this.own = new GroupFolders(lines("/proc/self/cgroup"), lines("/proc/self/mountinfo"));
    }

    static ControlGroups ofMachine() {
        return new ControlGroups(Path.of("/"));
    }

    /**
     * Makes a group and removes it again.
     *
     * @throws ServerStartException with the ways out, when that is not possible
     */
    void require(JvmRuntime runtime) {
        make(runtime).close();
    }

    /** A new group with the limits of the runtime. */
    ServerGroup make(JvmRuntime runtime) {
        List<Path> made = new ArrayList<>();
        try {
            String name = "loomgate-" + ProcessSession.current() + "-" + MADE.incrementAndGet();
            for (Path parent : parents()) {
                made.add(Files.createDirectory(parent.resolve(name)));
            }
            CpuQuota quota = own.version1(CPU)
                    ? CpuQuota.version1(made.getFirst(), runtime)
                    : CpuQuota.version2(made.getFirst(), runtime);
            ServerGroup group = new ServerGroup(made, quota);
            group.limit(runtime, own.version1(MEMORY));
            return group;
        } catch (IOException e) {
            made.forEach(ServerGroup::removed);
            throw new ServerStartException(refusal(runtime, e), e);
        }
    }

    /** Removes groups whose owner was killed before it could do so. */
    void sweep(Consumer<String> progress) {
        try {
            for (Path parent : parents()) {
                for (Path left : leftIn(parent)) {
                    progress.accept(
                            ServerGroup.removed(left)
                                    ? "removed control group " + left + ", left by an earlier run that was killed"
                                    : "control group " + left + " of an earlier run could not be removed: is its server"
                                            + " still running? (" + left.resolve("cgroup.procs") + " tells)");
                }
            }
        } catch (IOException e) {
            // Where no groups can be made none were left; make reports it to the caller that needs one.
        }
    }

    private static List<Path> leftIn(Path parent) throws IOException {
        try (Stream<Path> entries = Files.list(parent)) {
            return entries.filter(ControlGroups::ownerEnded).toList();
        }
    }

    private static boolean ownerEnded(Path entry) {
        Matcher name = NAME.matcher(String.valueOf(entry.getFileName()));
        return name.matches() && ProcessSession.ended(name.group(1));
    }

    /** Where groups for servers can stand: first for the CPU, last for the memory. */
    private List<Path> parents() throws IOException {
        Path cpu = parent(CPU);
        Path memory = parent(MEMORY);
        return cpu.equals(memory) ? List.of(cpu) : List.of(cpu, memory);
    }

    /**
     * Below the own group in version 1. In version 2 a group with processes in it can't hand its controllers on, so it
     * is the nearest one outwards that does: the server then stands beside this process, below the limits of what is
     * around both.
     */
    private Path parent(String controller) throws IOException {
        List<String> folders = own.of(controller)
                .orElseThrow(() -> new IOException("this system shows no control groups for " + controller));
        if (own.version1(controller)) {
            return below(folders.getFirst());
        }
        for (String folder : folders) {
            if (handsOn(folder)) {
                return below(folder);
            }
        }
        throw new IOException("neither " + folders.getFirst() + " nor a group around it hands on " + needed()
                + " (cgroup.subtree_control)");
    }

    private boolean handsOn(String folder) {
        return lines(folder + "/cgroup.subtree_control").stream()
                .anyMatch(line -> List.of(line.split("\\s+", -1)).containsAll(needed()));
    }

    /** Both from the same group: a process is in one group of version 2 only. */
    private List<String> needed() {
        return Stream.of(CPU, MEMORY)
                .filter(controller -> !own.version1(controller))
                .toList();
    }

    private static String refusal(JvmRuntime runtime, IOException problem) {
        return "Runtime " + runtime.name() + " limits a server to " + runtime.limitsInWords()
                + ", and no control group can be made for that here: " + words(problem)
                + ".\nRun as root (or in a group that was delegated to this user), run the servers in containers with"
                + " -Dloomgate.launcher=container, or name other runtimes with -Dloomgate.runtimes.";
    }

    private static String words(IOException problem) {
        return problem instanceof AccessDeniedException denied
                ? "no right to write " + denied.getFile()
                : problem instanceof FileSystemException failed && failed.getReason() != null
                        ? failed.getFile() + ": " + failed.getReason()
                        : String.valueOf(problem.getMessage());
    }

    private List<String> lines(String file) {
        try (Stream<String> lines = Files.lines(below(file))) {
            return lines.toList();
        } catch (IOException | UncheckedIOException e) {
            return List.of();
        }
    }

    private Path below(String path) {
        return root.resolve(path.substring(1));
    }

    /**
     * A control group that holds one server and nothing else.
     *
     * @param folders one in version 2; in version 1 one per hierarchy
     * @param cpu where its share of the CPU is written
     */
    record ServerGroup(List<Path> folders, CpuQuota cpu) implements AutoCloseable {
        /** The kernel forgets a process that has ended a moment later than its parent does. */
        private static final Duration PATIENCE = Duration.ofSeconds(5);

        private static final String NOT_ENTERED = "loomgate: this process could not enter the control group";

        /**
         * Steps into the groups named before {@code --}, and becomes the command behind it: with the same process id,
         * and limited from its first moment.
         */
        private static final String ENTER = "while [ \"$1\" != -- ]; do echo $$ > \"$1\" || { echo \"" + NOT_ENTERED
                + " $1\"; exit 1; }; shift; done; shift; exec \"$@\"";

        ServerGroup {
            folders = List.copyOf(folders);
        }

        List<String> around(List<String> command) {
            Stream<String> enter = Stream.concat(
                    Stream.of("/bin/sh", "-c", ENTER, "loomgate"),
                    folders.stream()
                            .map(folder -> folder.resolve("cgroup.procs").toString()));
            return Stream.of(enter, Stream.of("--"), command.stream())
                    .flatMap(words -> words)
                    .toList();
        }

        /** Whether the log of a process tells that it ended before it became the server. */
        static boolean tellsNotEntered(Path log) {
            return LogTail.of(log).contains(NOT_ENTERED);
        }

        /** Writes the limits, and reads them back: a kernel may round, or leave a part of them out. */
        void limit(JvmRuntime runtime, boolean version1OfMemory) throws IOException {
            String bytes = String.valueOf(runtime.memoryMebibytes() * 1024L * 1024L);
            Path memory = folders.getLast();
            cpu.hold();
            if (version1OfMemory) {
                set(memory.resolve("memory.limit_in_bytes"), bytes);
                setWhereKnown(memory.resolve("memory.memsw.limit_in_bytes"), bytes);
            } else {
                set(memory.resolve("memory.max"), bytes);
                setWhereKnown(memory.resolve("memory.swap.max"), "0");
            }
        }

        /** A kernel that keeps no account of swap has no such file. */
        private static void setWhereKnown(Path file, String value) throws IOException {
            if (Files.exists(file)) {
                set(file, value);
            }
        }

        static void set(Path file, String value) throws IOException {
            Files.writeString(file, value);
            String kept = Files.readString(file).strip();
            if (!kept.equals(value)) {
                throw new IOException(file + " holds " + kept + " after " + value + " was written");
            }
        }

        /** Whether the kernel has killed in this group because its memory was used up. */
        boolean outOfMemory() {
            Path memory = folders.getLast();
            return Stream.of("memory.events", "memory.oom_control")
                    .map(memory::resolve)
                    .flatMap(ServerGroup::lines)
                    .anyMatch(line -> line.matches("oom_kill [1-9][0-9]*"));
        }

        private static Stream<String> lines(Path file) {
            try {
                return Files.readAllLines(file).stream();
            } catch (IOException e) {
                return Stream.empty();
            }
        }

        /** Removes it once its server has ended. */
        @Override
        public void close() {
            try {
                Awaitility.await()
                        .dontCatchUncaughtExceptions()
                        .pollInSameThread()
                        .pollDelay(Duration.ZERO)
                        .pollInterval(Duration.ofMillis(20))
                        .atMost(PATIENCE)
                        .until(() ->
                                folders.stream().filter(ServerGroup::removed).count() == folders.size());
            } catch (ConditionTimeoutException e) {
                // Something still lives in it: the next start sweeps it.
            }
        }

        /** Whether the folder is gone, which the kernel allows only when nothing is in it. */
        static boolean removed(Path folder) {
            try {
                Files.delete(folder);
                return true;
            } catch (NoSuchFileException e) {
                return true;
            } catch (IOException e) {
                return false;
            }
        }
    }

    /**
     * The share of the CPU that a control group may use.
     *
     * @param held what holds the group to its share
     * @param lifted what lets it use all CPUs
     */
    record CpuQuota(List<Setting> held, List<Setting> lifted) {
        /** The kernel's own. */
        static final int PERIOD_MICROS = 100_000;

        CpuQuota {
            held = List.copyOf(held);
            lifted = List.copyOf(lifted);
        }

        static CpuQuota version1(Path folder, JvmRuntime runtime) {
            Path quota = folder.resolve("cpu.cfs_quota_us");
            return new CpuQuota(
                    List.of(
                            new Setting(folder.resolve("cpu.cfs_period_us"), String.valueOf(PERIOD_MICROS)),
                            new Setting(quota, String.valueOf(micros(runtime)))),
                    List.of(new Setting(quota, "-1")));
        }

        static CpuQuota version2(Path folder, JvmRuntime runtime) {
            Path most = folder.resolve("cpu.max");
            return new CpuQuota(
                    List.of(new Setting(most, micros(runtime) + " " + PERIOD_MICROS)),
                    List.of(new Setting(most, "max " + PERIOD_MICROS)));
        }

        /** CPU time per period. */
        static long micros(JvmRuntime runtime) {
            return Math.round(runtime.cpus().orElseThrow() * PERIOD_MICROS);
        }

        void hold() throws IOException {
            write(held);
        }

        void lift() throws IOException {
            write(lifted);
        }

        private static void write(List<Setting> settings) throws IOException {
            for (Setting setting : settings) {
                ServerGroup.set(setting.file(), setting.value());
            }
        }

        /** One line in one file of the group. */
        record Setting(Path file, String value) {}
    }
}
