package dev.loomgate.sampling;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Looks at {@code /proc} while a window is open, from outside: the highest resident set size, and names of threads that
 * come and go.
 */
final class RssSampler {
    static final Duration PERIOD = Duration.ofMillis(250);

    private final ProcFs proc;
    private final Map<Integer, String> seen = new HashMap<>();
    private final CountDownLatch stop = new CountDownLatch(1);
    private final Thread thread;
    private long lookedAtNanos = System.nanoTime();
    private long longestGapNanos;
    private long highestRss;
    private @Nullable String failure;

    private RssSampler(ProcFs proc, Map<Integer, ?> known) {
        this.proc = proc;
        this.thread = Thread.ofPlatform().daemon().name("loomgate-watcher").unstarted(() -> watch(known));
    }

    /** @param known threads whose names are known already */
    static RssSampler start(ProcFs proc, Map<Integer, ?> known) {
        RssSampler watcher = new RssSampler(proc, known);
        watcher.thread.start();
        return watcher;
    }

    /**
     * What was seen: complete, or a failure of the whole.
     *
     * @param longestGap longest time between two looks
     */
    record Seen(long highestRssBytes, Map<Integer, String> names, Duration longestGap) {
        Seen {
            names = Map.copyOf(names);
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
                ? new Attempt.Got<>(new Seen(highestRss, seen, Duration.ofNanos(longestGapNanos)))
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
        highestRss = Math.max(highestRss, proc.rssBytes());
        seen.putAll(proc.names(tid -> !known.containsKey(tid) && !seen.containsKey(tid)));
    }
}
