package dev.loomgate.sampling;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Looks at {@code /proc} while a window is open, from outside: the highest resident set size, names of threads that
 * come and go, and processes that the server starts.
 */
final class RssSampler {
    static final Duration PERIOD = Duration.ofMillis(250);

    private final ProcTree proc;
    private final boolean alone;
    private final Map<Integer, String> seen = new HashMap<>();
    private final Map<TreeTable.ProcessId, TreeTable.LastSeen> started = new HashMap<>();
    private final CountDownLatch stop = new CountDownLatch(1);
    private final Thread thread;
    private long lookedAtNanos = System.nanoTime();
    private long longestGapNanos;
    private long highestRss;
    private @Nullable String failure;

    private RssSampler(ProcTree proc, boolean alone, Map<Integer, ?> known) {
        this.proc = proc;
        this.alone = alone;
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

    /**
     * What was seen: complete, or a failure of the whole.
     *
     * @param names of threads of the server's own process
     * @param started processes that the server has started
     * @param alone whether those were not looked for
     * @param longestGap longest time between two looks
     */
    record Seen(
            long highestRssBytes,
            Map<Integer, String> names,
            Map<TreeTable.ProcessId, TreeTable.LastSeen> started,
            boolean alone,
            Duration longestGap) {
        Seen {
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
                ? new Attempt.Got<>(new Seen(highestRss, seen, started, alone, Duration.ofNanos(longestGapNanos)))
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

    private void look(Map<Integer, ?> known) throws IOException {
        long now = System.nanoTime();
        longestGapNanos = Math.max(longestGapNanos, now - lookedAtNanos);
        lookedAtNanos = now;
        ProcTree.Glimpse others = alone ? ProcTree.Glimpse.NONE : proc.glimpse();
        started.putAll(others.seen());
        highestRss = Math.max(highestRss, proc.head().rssBytes() + others.rssBytes());
        seen.putAll(proc.head().names(tid -> !known.containsKey(tid) && !seen.containsKey(tid)));
    }
}
