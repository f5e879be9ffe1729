package dev.loomgate.sampling;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The {@code /proc} of a server: of its own process, and of those that it has started.
 *
 * @param pid of the server's own process
 * @param members all process ids, whenever it is asked
 */
record ProcTree(Path proc, long pid, Supplier<Set<Long>> members) {
    /** The server's own process. */
    ProcFs head() {
        return new ProcFs(proc, pid);
    }

    /**
     * Parents before children: a child that ends in between is missing then, and not counted twice.
     *
     * @throws IOException when the server itself has ended
     */
    TreeTable table() throws IOException {
        TreeTable.Member server = member(head());
        Map<Long, TreeTable.Member> others = new LinkedHashMap<>();
        for (long other : members.get()) {
            if (other != pid) {
                unlessEnded(other, ProcTree::member).ifPresent(member -> others.put(other, member));
            }
        }
        return new TreeTable(pid, server, others);
    }

    private static TreeTable.Member member(ProcFs process) throws IOException {
        ThreadTable threads = process.threads();
        ProcText.Stat stat = process.stat();
        return new TreeTable.Member(stat.parent(), stat.endedNanos(), threads);
    }

    /** What the started ones hold and have used now. */
    Glimpse glimpse() throws IOException {
        long rss = 0;
        Map<TreeTable.ProcessId, TreeTable.LastSeen> seen = new LinkedHashMap<>();
        for (long other : members.get()) {
            if (other != pid) {
                Optional<ProcText.Stat> stat = unlessEnded(other, ProcFs::stat);
                stat.ifPresent(now -> seen.put(
                        new TreeTable.ProcessId(other, now.startTicks()),
                        new TreeTable.LastSeen(now.parent(), now.cpuNanos())));
                if (stat.isPresent() && !stat.get().ended()) {
                    rss += unlessEnded(other, ProcTree::rss).orElse(0L);
                }
            }
        }
        return new Glimpse(rss, seen);
    }

    /** A process that is about to end has no memory any more. */
    private static long rss(ProcFs process) throws IOException {
        try {
            return process.rssBytes();
        } catch (ProcText.Unreadable noMemory) {
            return 0;
        }
    }

    /** @param rssBytes of all together; pages that they share count for each */
    record Glimpse(long rssBytes, Map<TreeTable.ProcessId, TreeTable.LastSeen> seen) {
        static final Glimpse NONE = new Glimpse(0, Map.of());

        Glimpse {
            seen = Map.copyOf(seen);
        }
    }

    private interface Reader<T> {
        T read(ProcFs process) throws IOException;
    }

    /** A started process may end at any time. */
    private <T> Optional<T> unlessEnded(long other, Reader<T> reader) throws IOException {
        try {
            return Optional.of(reader.read(new ProcFs(proc, other)));
        } catch (IOException gone) {
            if (Files.exists(proc.resolve(Long.toString(other)))) {
                throw gone;
            }
            return Optional.empty();
        }
    }
}
