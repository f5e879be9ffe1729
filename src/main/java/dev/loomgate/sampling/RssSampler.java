package dev.loomgate.sampling;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Looks at {@code /proc} while a window is open, from outside: the highest resident set size, names of threads that
 * come and go, processes that the server starts, and what it uses from second to second, its heap included.
 */
final class RssSampler {
    static final Duration PERIOD = Duration.ofMillis(250);

    /** A look may come a little early. */
    private static final Duration SECOND = Duration.ofSeconds(1).minus(PERIOD.dividedBy(10));

    private static final double MEBIBYTE = 1024 * 1024;

    private final ProcTree proc;
    private final boolean alone;
    private final Optional<JvmCounters> jvm;
    private final Map<Integer, String> seen = new HashMap<>();
    private final Map<TreeTable.ProcessId, TreeTable.LastSeen> started = new HashMap<>();
    private final List<Second> seconds = new ArrayList<>();
    private final CountDownLatch stop = new CountDownLatch(1);
    private final Thread thread;
    private long lookedAtNanos = System.nanoTime();
    private long longestGapNanos;
    private long highestRss;
    private @Nullable Edge edge;
    private @Nullable String failure;

    private RssSampler(ProcTree proc, boolean alone, Map<Integer, ?> known) {
        this.proc = proc;
        this.alone = alone;
        this.jvm = JvmCounters.of(proc.head());
        this.thread = Thread.ofPlatform().daemon().name("loomgate-watcher").unstarted(() -> watch(known));
    }

    /**
     * @param alone whether the server is a JVM that has started nothing so far: with a JVM's many threads, looking for
     *     what it starts takes 0.5 ms of the generator's CPU, more than all the rest
     * @param known threads whose names are known already
     */
    static RssSampler start(ProcTree proc, boolean alone, Map<Integer, ?> known) {
        RssSampler watcher = new RssSampler(proc, alone, known);
        watcher.thread.start();
        return watcher;
    }

    /** Where a second begins. */
    private record Edge(long nanos, long cpuNanos, Optional<JvmCounters.Counts> jvm) {}

    /**
     * What was seen: complete, or a failure of the whole.
     *
     * @param names of threads of the server's own process
     * @param started processes that the server has started
     * @param alone whether those were not looked for
     * @param seconds whole ones, in order
     * @param longestGap longest time between two looks
     */
    record Seen(
            long highestRssBytes,
            Map<Integer, String> names,
            Map<TreeTable.ProcessId, TreeTable.LastSeen> started,
            boolean alone,
            List<Second> seconds,
            Duration longestGap) {
        Seen {
            seconds = List.copyOf(seconds);
            names = Map.copyOf(names);
            started = Map.copyOf(started);
        }
    }

    Attempt<Seen> stop() {
        stop.countDown();
        try {
            thread.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return new Attempt.Failed<>("watching /proc was interrupted");
        }
        return failure == null
                ? new Attempt.Got<>(
                        new Seen(highestRss, seen, started, alone, seconds, Duration.ofNanos(longestGapNanos)))
                : new Attempt.Failed<>(failure);
    }

    private void watch(Map<Integer, ?> known) {
        try {
            do {
                look(known);
            } while (!stop.await(PERIOD.toMillis(), TimeUnit.MILLISECONDS));
            look(known);
        } catch (IOException | ProcText.Unreadable gap) {
            failure = "/proc could not be read: " + gap.getMessage();
        } catch (InterruptedException interrupted) {
            failure = "watching /proc was interrupted";
        }
    }

    /** The second that ends with this look, if one does. */
    private void count(long now, long rss) throws IOException {
        Edge since = edge;
        if (since != null && now - since.nanos() < SECOND.toNanos()) {
            return;
        }
        ProcText.Stat stat = proc.head().stat();
        long cpu = stat.cpuNanos()
                + started.values().stream()
                        .mapToLong(TreeTable.LastSeen::cpuNanos)
                        .sum();
        Optional<JvmCounters.Counts> counts = jvm.flatMap(JvmCounters::read);
        if (since != null) {
            seconds.add(new Second(
                    (double) (cpu - since.cpuNanos()) / (now - since.nanos()),
                    rss / MEBIBYTE,
                    stat.threads(),
                    since.jvm().flatMap(before -> counts.map(after -> heap(before, after)))));
        }
        edge = new Edge(now, cpu, counts);
    }

    private static Second.Heap heap(JvmCounters.Counts before, JvmCounters.Counts after) {
        return new Second.Heap(
                after.usedBytes() / MEBIBYTE,
                after.pauses() - before.pauses(),
                after.pausedMilliseconds() - before.pausedMilliseconds());
    }

    private void look(Map<Integer, ?> known) throws IOException {
        long now = System.nanoTime();
        longestGapNanos = Math.max(longestGapNanos, now - lookedAtNanos);
        lookedAtNanos = now;
        ProcTree.Glimpse others = alone ? ProcTree.Glimpse.NONE : proc.glimpse();
        started.putAll(others.seen());
        long rss = proc.head().rssBytes() + others.rssBytes();
        highestRss = Math.max(highestRss, rss);
        count(now, rss);
        seen.putAll(proc.head().names(tid -> !known.containsKey(tid) && !seen.containsKey(tid)));
    }
}
