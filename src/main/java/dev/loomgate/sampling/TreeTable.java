package dev.loomgate.sampling;

import java.util.Map;

/**
 * CPU time of a server's processes at one moment.
 *
 * @param pid of the server's own process
 * @param server that process
 * @param started those that it has started, by process id
 */
record TreeTable(long pid, Member server, Map<Long, Member> started) {
    TreeTable {
        started = Map.copyOf(started);
    }

    int threads() {
        return server.threads().threads().size()
                + started.values().stream()
                        .mapToInt(member -> member.threads().threads().size())
                        .sum();
    }

    /** Whether there is a process that was not there, or was one. */
    boolean startedSince(TreeTable earlier) {
        return !earlier.started().keySet().containsAll(started.keySet())
                || server.endedNanos() > earlier.server().endedNanos();
    }

    /**
     * One process.
     *
     * @param parent its process id
     * @param endedNanos CPU time of its children that have ended and that it has waited for, and of theirs
     */
    record Member(long parent, long endedNanos, ThreadTable threads) {}

    /** @param startTicks tells a process from a later one with the same id */
    record ProcessId(long pid, long startTicks) {}

    /** A process when it was looked at last. */
    record LastSeen(long parent, long cpuNanos) {}
}
