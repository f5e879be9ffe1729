package dev.loomgate.sampling;

import java.io.IOException;
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
        Map<Long, Kin> all = ProcessTable.each(proc, ProcessFamily::kin);
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
            kin(proc.resolve(Long.toString(pid))).ifPresent(kin -> found.put(pid, kin));
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

    /** Empty when the process has ended in between. */
    private static Optional<Kin> kin(Path process) {
        try {
            ProcText.Stat now = ProcText.stat(ProcessTable.text(process.resolve("stat")));
            return Optional.of(new Kin(now.parent(), now.cpuNanos() + now.endedNanos()));
        } catch (IOException | ProcText.Unreadable gone) {
            return Optional.empty();
        }
    }
}
