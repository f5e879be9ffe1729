package dev.loomgate.sampling;

import dev.loomgate.sampling.TreeTable.LastSeen;
import dev.loomgate.sampling.TreeTable.Member;
import dev.loomgate.sampling.TreeTable.ProcessId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * CPU time of the processes that a server has started, between two readings. Pure arithmetic.
 *
 * <p>A process that ends hands its time to the parent that waits for it, with all that it used before the first reading:
 * that part is taken off. Where none waited (the parent ignores its children, or ended before them), the time is gone
 * from the system's books; then it counts as it was seen last.
 */
record TreeDelta(long nanos, List<String> notes) {
    /** User and system time of a process are each cut to ticks. */
    private static final long CUT_NANOS = 2 * ProcText.NANOS_PER_TICK;

    /** Whose parent is no process of the server. */
    private static final ProcessId NOBODY = new ProcessId(0, 0);

    TreeDelta {
        notes = List.copyOf(notes);
    }

    /** @param seen started processes that were looked at in between */
    static TreeDelta between(TreeTable open, TreeTable close, Map<ProcessId, LastSeen> seen) {
        Map<ProcessId, Member> before = all(open);
        Map<ProcessId, Member> after = all(close);
        ProcessId server = id(close.pid(), close.server());
        long nanos = 0;
        for (Map.Entry<ProcessId, Member> member : after.entrySet()) {
            if (!member.getKey().equals(server)) {
                nanos += own(before.get(member.getKey()), member.getValue());
            }
        }
        Map<ProcessId, LastSeen> last = new HashMap<>();
        before.forEach((id, was) -> last.put(id, new LastSeen(was.parent(), used(was))));
        last.putAll(seen);
        Map<ProcessId, Set<ProcessId>> gone = gone(last, after);
        int lost = 0;
        Set<ProcessId> heirs = new HashSet<>(after.keySet());
        heirs.add(NOBODY);
        for (ProcessId heir : heirs) {
            Set<ProcessId> ended = gone.getOrDefault(heir, Set.of());
            long earlier = 0;
            long seenLast = 0;
            for (ProcessId id : ended) {
                Member was = before.get(id);
                earlier += was == null ? 0 : used(was) + was.endedNanos();
                LastSeen seenOf = last.get(id);
                seenLast += seenOf == null ? 0 : seenOf.cpuNanos() - (was == null ? 0 : used(was));
            }
            long inherited = inherited(before.get(heir), after.get(heir)) - earlier;
            if (inherited + ended.size() * CUT_NANOS < seenLast) {
                lost += ended.size();
            }
            nanos += Math.max(inherited, seenLast);
        }
        return new TreeDelta(
                nanos,
                lost == 0
                        ? List.of()
                        : List.of("CPU time of " + lost + (lost == 1 ? " process" : " processes")
                                + " of the service that ended is as it was seen last,"
                                + " up to " + RssSampler.PERIOD.toMillis()
                                + " ms before: no process of the service waited for them"));
    }

    private static Map<ProcessId, Member> all(TreeTable table) {
        Map<ProcessId, Member> all = new HashMap<>();
        all.put(id(table.pid(), table.server()), table.server());
        table.started().forEach((pid, member) -> all.put(id(pid, member), member));
        return all;
    }

    private static ProcessId id(long pid, Member member) {
        return new ProcessId(pid, member.threads().startTicks());
    }

    private static long used(Member member) {
        return member.threads().processAfterNanos();
    }

    private static long own(@Nullable Member was, Member is) {
        ThreadTable start = was == null
                ? new ThreadTable(
                        Map.of(), is.threads().clock(), 0, 0, is.threads().startTicks(), 0)
                : was.threads();
        return CpuDelta.between(start, is.threads(), Map.of(), ThreadNames.OF_NO_JVM)
                .wholeNanos();
    }

    private static long inherited(@Nullable Member was, @Nullable Member is) {
        return is == null ? 0 : is.endedNanos() - (was == null ? 0 : was.endedNanos());
    }

    /** Processes that are not there any more, by the nearest of their ancestors that is. */
    private static Map<ProcessId, Set<ProcessId>> gone(Map<ProcessId, LastSeen> last, Map<ProcessId, Member> after) {
        Map<Long, ProcessId> living = byPid(after.keySet());
        Map<Long, ProcessId> ended = byPid(last.keySet());
        Map<ProcessId, Set<ProcessId>> gone = new HashMap<>();
        for (ProcessId id : last.keySet()) {
            if (!after.containsKey(id)) {
                gone.computeIfAbsent(heir(id, last, living, ended), none -> new HashSet<>())
                        .add(id);
            }
        }
        return gone;
    }

    private static ProcessId heir(
            ProcessId id, Map<ProcessId, LastSeen> last, Map<Long, ProcessId> living, Map<Long, ProcessId> ended) {
        Set<ProcessId> passed = new HashSet<>();
        ProcessId next = id;
        while (passed.add(next)) {
            LastSeen seen = last.get(next);
            long parent = seen == null ? 0 : seen.parent();
            if (living.containsKey(parent)) {
                return living.get(parent);
            }
            next = ended.getOrDefault(parent, NOBODY);
        }
        return NOBODY;
    }

    private static Map<Long, ProcessId> byPid(Set<ProcessId> ids) {
        Map<Long, ProcessId> byPid = new HashMap<>();
        ids.forEach(id -> byPid.put(id.pid(), id));
        return byPid;
    }
}
