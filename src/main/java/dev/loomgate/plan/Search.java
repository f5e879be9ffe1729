package dev.loomgate.plan;

import java.time.Duration;
import java.util.Optional;

/**
 * Looks for the highest rate that a server sustains: doubles until it does not, then halves what is between, then confirms both ends.
 *
 * @param name as in {@code thresholds.yml}
 * @param start rate of the first step, req/s
 * @param ceiling no step has more, req/s
 * @param length of a step, whole seconds
 * @param rest before each step; the heap is collected before it
 * @param precision the search ends when the rates that hold and fail are this close, as a share of the failing one
 * @param level what a rate has to keep to be sustained
 */
public record Search(
        String name, int start, int ceiling, Duration length, Duration rest, double precision, ServiceLevel level)
        implements Stepped {
    public Search {
        if (start < 1 || ceiling < start) {
            throw new IllegalArgumentException(
                    "a search needs start >= 1 and ceiling >= start, has " + start + " and " + ceiling + " req/s");
        }
        if (length.toSeconds() < 1 || length.toNanosPart() != 0) {
            throw new IllegalArgumentException("a step lasts whole seconds, at least 1 s, was " + length);
        }
        if (rest.isNegative() || !(precision > 0 && precision < 1)) {
            throw new IllegalArgumentException("a search needs rest >= 0 and a precision between 0 and 100 %");
        }
    }

    /**
     * What is promised to those who ask.
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

    @Override
    public String displayName() {
        return "search " + name;
    }

    @Override
    public String id() {
        return "search-" + name;
    }
}
