package dev.loomgate.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Says which process listens on a port of this machine, as far as this user may see it. */
final class PortOwner {
    private static final String LISTENS = "0A";
    private static final int LOCAL_ADDRESS = 1;
    private static final int STATE = 3;
    private static final int INODE = 9;

    private PortOwner() {}

    /** {@code redis-server (process 812)}; empty where that can't be seen. */
    static Optional<String> of(int port) {
        Set<String> sockets = new HashSet<>();
        for (String table : List.of("tcp", "tcp6")) {
            try {
                Files.readAllLines(Path.of("/proc/net", table)).stream()
                        .map(line -> line.strip().split("\\s+"))
                        .filter(fields -> fields.length > INODE && fields[STATE].equals(LISTENS))
                        .filter(fields -> fields[LOCAL_ADDRESS].endsWith(String.format(Locale.ROOT, ":%04X", port)))
                        .forEach(fields -> sockets.add("socket:[" + fields[INODE] + "]"));
            } catch (IOException e) {
                // Not Linux.
            }
        }
        return ProcessHandle.allProcesses()
                .filter(process -> holds(process.pid(), sockets))
                .findFirst()
                .map(process -> name(process.pid()) + " (process " + process.pid() + ")");
    }

    private static boolean holds(long pid, Set<String> sockets) {
        try (Stream<Path> files = Files.list(Path.of("/proc", String.valueOf(pid), "fd"))) {
            return files.anyMatch(file -> isOne(file, sockets));
        } catch (IOException | UncheckedIOException e) {
            return false;
        }
    }

    private static boolean isOne(Path file, Set<String> sockets) {
        try {
            return sockets.contains(Files.readSymbolicLink(file).toString());
        } catch (IOException e) {
            return false;
        }
    }

    private static String name(long pid) {
        try {
            return Files.readString(Path.of("/proc", String.valueOf(pid), "comm"))
                    .strip();
        } catch (IOException e) {
            return "a process";
        }
    }
}
