package dev.loomgate.server;

import dev.loomgate.plan.JvmRuntime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

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

    /** Steps into the groups named before {@code --}, and becomes the command behind it: with the same process id, and limited from its first moment. */
    private static final String ENTER = "while [ \"$1\" != -- ]; do echo $$ > \"$1\" || { echo \"" + NOT_ENTERED
            + " $1\"; exit 1; }; shift; done; shift; exec \"$@\"";

    ServerGroup {
        folders = List.copyOf(folders);
    }

    List<String> around(List<String> command) {
        Stream<String> enter = Stream.concat(
                Stream.of("/bin/sh", "-c", ENTER, "loomgate"),
                folders.stream().map(folder -> folder.resolve("cgroup.procs").toString()));
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
                    .pollInSameThread()
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(20))
                    .atMost(PATIENCE)
                    .until(() -> folders.stream().filter(ServerGroup::removed).count() == folders.size());
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
