package dev.loomgate.plan;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Looks for the highest rate that a server sustains: doubles the rate until one fails, bisects, then confirms both
 * ends.
 *
 * @param name as in {@code thresholds.yml}
 * @param start rate of the first step, req/s
 * @param ceiling no step has more, req/s
 * @param length of a step, whole seconds
 * @param rest before each step; the heap is collected before it
 * @param atMost wall-clock time, fresh servers and their warm-up included, after which no further step is tried: the
 *     answer is then between the rates that held and failed so far
 * @param precision the search ends when the rates that hold and fail are this close, as a share of the failing one
 * @param tries of each end of the answer, at least; one is enough where the search is repeated on another boot
 * @param level what a rate has to keep to be sustained
 * @param before where a search on another boot has ended, which this one tries first; empty for the first
 */
public record Search(
        String name,
        int start,
        int ceiling,
        Duration length,
        Duration rest,
        Duration atMost,
        double precision,
        int tries,
        ServiceLevel level,
        Optional<Bracket> before)
        implements Stepped {
    /** A rate with changing outcomes is not tried any more often. */
    public static final int MOST_TRIES = 3;

    public Search {
        if (ceiling < start) {
            throw new IllegalArgumentException(
                    "a search needs ceiling >= start, has start " + start + " and ceiling " + ceiling + " req/s");
        }
        if (length.toSeconds() < 1 || length.toNanosPart() != 0) {
            throw new IllegalArgumentException("a step lasts whole seconds, at least 1 s" + Quoted.was(length));
        }
        if (atMost.compareTo(length) < 0) {
            throw new IllegalArgumentException("a search of at most " + atMost.toSeconds()
                    + " s has no time for a step of " + length.toSeconds() + " s");
        }
        if (!(precision > 0 && precision < 1)) {
            throw new IllegalArgumentException("a search needs a precision between 0 and 100 %");
        }
    }

    /**
     * What a sustained rate has to keep.
     *
     * @param errors at most, as a share of the requests
     * @param p99 at most; nothing is promised when empty
     * @param share of the rate that is answered, at least
     */
    public record ServiceLevel(double errors, Optional<Duration> p99, double share) {
        public ServiceLevel {
            if (!(errors >= 0 && errors < 1 && share > 0 && share <= 1)) {
                throw new IllegalArgumentException("errors and share are between 0 and 100 %");
            }
        }
    }

    /**
     * Where the answer lies.
     *
     * @param held the highest rate that was, req/s, at least 1
     * @param failed the lowest rate above it that was not, req/s; empty when none is known
     */
    public record Bracket(int held, OptionalInt failed) {
        public Bracket {
            if (held < 1 || failed.orElse(Integer.MAX_VALUE) <= held) {
                throw new IllegalArgumentException("0 < held < failed" + Quoted.was(held + " and " + failed));
            }
        }
    }

    /** The same search on another boot: tries the earlier answer first, and searches around it. */
    public Search again(Bracket answer) {
        return new Search(name, start, ceiling, length, rest, atMost, precision, 1, level, Optional.of(answer));
    }

    /** What a step does right after its beginning is part of what it can sustain. */
    @Override
    public Duration dropped() {
        return Duration.ZERO;
    }

    @Override
    public String displayName() {
        return "search " + name;
    }

    @Override
    public String id() {
        return "search-" + name;
    }
}
