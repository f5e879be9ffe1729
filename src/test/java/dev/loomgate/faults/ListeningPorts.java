package dev.loomgate.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * TCP sockets that some processes listen on, by inode: a port that another process takes afterwards is another socket.
 */
record ListeningPorts(TreeMap<String, Integer> portOfInode) {
    private static final String LISTENING = "0A";

    /** Those of living processes. */
    static ListeningPorts of(List<Marked.Member> members) {
        TreeMap<String, Integer> ports = new TreeMap<>();
        for (Marked.Member member : members) {
            Path process = Path.of("/proc", String.valueOf(member.pid()));
            Set<String> open = sockets(process.resolve("fd"));
            listening(process).forEach((inode, port) -> {
                if (open.contains(inode)) {
                    ports.put(inode, port);
                }
            });
        }
        return new ListeningPorts(ports);
    }

    /** Which of them are still listened on, by any process of this network namespace. */
    List<Integer> stillOpen() {
        Set<String> now = listening(Path.of("/proc/self")).keySet();
        return portOfInode.entrySet().stream()
                .filter(entry -> now.contains(entry.getKey()))
                .map(entry -> entry.getValue())
                .toList();
    }

    private static Set<String> sockets(Path descriptors) {
        Set<String> inodes = new HashSet<>();
        try (Stream<Path> all = Files.list(descriptors)) {
            for (Path descriptor : all.toList()) {
                String target = Files.readSymbolicLink(descriptor).toString();
                if (target.startsWith("socket:[")) {
                    inodes.add(target.substring("socket:[".length(), target.length() - 1));
                }
            }
        } catch (IOException ended) {
            // Then it listens no more.
        }
        return inodes;
    }

    private static TreeMap<String, Integer> listening(Path process) {
        TreeMap<String, Integer> ports = new TreeMap<>();
        for (String table : List.of("net/tcp", "net/tcp6")) {
            try {
                Files.readAllLines(process.resolve(table)).stream()
                        .skip(1)
                        .map(line -> line.strip().split("\\s+"))
                        .filter(fields -> fields[3].equals(LISTENING))
                        .forEach(fields -> ports.put(
                                fields[9], Integer.parseInt(fields[1].substring(fields[1].indexOf(':') + 1), 16)));
            } catch (IOException none) {
                // No such table: that protocol is switched off, or the process has ended.
            }
        }
        return ports;
    }
}
