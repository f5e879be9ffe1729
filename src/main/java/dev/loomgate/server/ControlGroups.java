package dev.loomgate.server;

import dev.loomgate.plan.JvmRuntime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

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
            // Where no groups can be made none were left; whoever needs one is told by make.
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
     * Below the own group in version 1. In version 2 a group with processes in it can't hand its controllers on, so it is the nearest one
     * outwards that does: the server then stands beside this process, below the limits of what is around both.
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
}
