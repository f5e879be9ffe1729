package dev.loomgate.sampling;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The CPU time of processes and all their descendants. A database forks a process per connection, and these come and
 * go: one that has ended is counted in the time of its parent, which waited for it, so the sum never goes back.
 *
 * @param members process ids
 * @param cpuNanos of the members, and of those that ended before
 */
record ProcessFamily(Set<Long> members, long cpuNanos) {
    private static final int LONGEST_LINE = 1_200;

    ProcessFamily {
        members = Set.copyOf(members);
    }

    /**
     * Reads the families of some processes.
     *
     * @param heads none of them may be gone: without its head a family can't be found
     */
    static ProcessFamily read(Path proc, Set<Long> heads) throws IOException {
        if (heads.isEmpty()) {
            return new ProcessFamily(Set.of(), 0);
        }
        Map<Long, Kin> all = all(proc);
        if (!all.keySet().containsAll(heads)) {
            throw new IOException("a service behind the servers has ended");
        }
        Set<Long> members = members(all, heads);
        long nanos = all.entrySet().stream()
                .filter(process -> members.contains(process.getKey()))
                .mapToLong(process -> process.getValue().cpuNanos())
                .sum();
        return new ProcessFamily(members, nanos);
    }

    /**
     * Of processes that are known to belong together. One that has ended is left out.
     *
     * @param heads none of them may be gone
     */
    static ProcessFamily of(Path proc, Set<Long> heads, Set<Long> members) throws IOException {
        Map<Long, Kin> found = new HashMap<>();
        for (long pid : members) {
            kin(proc.resolve(Long.toString(pid)).resolve("stat")).ifPresent(kin -> found.put(pid, kin));
        }
        if (!found.keySet().containsAll(heads)) {
            throw new IOException("a server has ended");
        }
        return new ProcessFamily(
                found.keySet(), found.values().stream().mapToLong(Kin::cpuNanos).sum());
    }

    private record Kin(long parent, long cpuNanos) {}

    private static Set<Long> members(Map<Long, Kin> all, Set<Long> heads) {
        Map<Long, Set<Long>> children = new HashMap<>();
        all.forEach((pid, kin) ->
                children.computeIfAbsent(kin.parent(), none -> new HashSet<>()).add(pid));
        Set<Long> members = new HashSet<>();
        Deque<Long> left = new ArrayDeque<>(heads);
        while (!left.isEmpty()) {
            Long next = left.remove();
            if (all.containsKey(next) && members.add(next)) {
                left.addAll(children.getOrDefault(next, Set.of()));
            }
        }
        return members;
    }

    private static Map<Long, Kin> all(Path proc) throws IOException {
        Map<Long, Kin> all = new HashMap<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(proc, "[0-9]*")) {
            for (Path entry : entries) {
                kin(entry.resolve("stat"))
                        .ifPresent(kin -> all.put(Long.valueOf(String.valueOf(entry.getFileName())), kin));
            }
        }
        return all;
    }

    /** Empty when the process has ended in between. */
    private static Optional<Kin> kin(Path stat) {
        byte[] line = new byte[LONGEST_LINE];
        try (InputStream file = new FileInputStream(stat.toFile())) {
            String text = new String(line, 0, Math.max(0, file.read(line)), StandardCharsets.ISO_8859_1);
            ProcText.Stat now = ProcText.stat(text);
            return Optional.of(new Kin(now.parent(), now.cpuNanos() + now.endedNanos()));
        } catch (IOException | ProcText.Unreadable gone) {
            return Optional.empty();
        }
    }
}
