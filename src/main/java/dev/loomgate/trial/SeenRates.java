package dev.loomgate.trial;

import dev.loomgate.plan.Search;
import java.util.HashSet;
import java.util.NavigableMap;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What the rates of a search have shown so far. A rate that failed while the machine was disturbed counts as failed until it is tried again: mostly a lower one fails, too,
 * and then nobody needs to know.
 */
final class SeenRates {
    private static final Tries NOTHING_TOLD = new Tries(0, 0);

    private final NavigableMap<Integer, Tries> seen = new TreeMap<>();
    private final Set<Integer> givenUp = new HashSet<>();

    /** Those that told something. */
    private record Tries(int held, int failed) {
        int all() {
            return held + failed;
        }

        boolean torn() {
            return all() > 0 && held == failed;
        }

        boolean hold() {
            return held > failed;
        }

        Tries and(boolean once) {
            return new Tries(held + (once ? 1 : 0), failed + (once ? 0 : 1));
        }
    }

    void took(int requestsPerSecond, boolean held) {
        seen.put(
                requestsPerSecond,
                seen.getOrDefault(requestsPerSecond, NOTHING_TOLD).and(held));
        givenUp.remove(requestsPerSecond);
        if (held) {
            seen.headMap(requestsPerSecond).values().removeIf(NOTHING_TOLD::equals);
        }
    }

    /** It failed, and the machine may have made that. */
    void doubt(int requestsPerSecond) {
        seen.putIfAbsent(requestsPerSecond, NOTHING_TOLD);
    }

    /** So often tried in vain that it is not tried again. */
    void giveUp(int requestsPerSecond) {
        if (requestsPerSecond < highestHeld()) {
            seen.remove(requestsPerSecond);
        } else {
            seen.put(requestsPerSecond, NOTHING_TOLD);
            givenUp.add(requestsPerSecond);
        }
    }

    /** The highest rate below all that failed, of those that held; 0 when none did. */
    int held() {
        int failed = failed().orElse(Integer.MAX_VALUE);
        return seen.headMap(failed, false).descendingMap().entrySet().stream()
                .filter(rate -> rate.getValue().hold())
                .mapToInt(rate -> rate.getKey())
                .findFirst()
                .orElse(0);
    }

    /** The lowest rate that failed, or may have; empty when none did. */
    OptionalInt failed() {
        return failures().mapToInt(rate -> rate).findFirst();
    }

    /** The lowest rate that failed when nothing disturbed it; empty when none did. */
    OptionalInt surelyFailed() {
        return failures()
                .filter(rate -> seen.getOrDefault(rate, NOTHING_TOLD).all() > 0)
                .mapToInt(rate -> rate)
                .findFirst();
    }

    /** The lowest rate that failed, when it was disturbed and may be tried again; of those that were given up nothing more can be learned, so the next higher one is the end. */
    OptionalInt doubted() {
        return failures()
                .filter(rate -> !givenUp.contains(rate))
                .limit(1)
                .filter(rate -> seen.getOrDefault(rate, NOTHING_TOLD).all() == 0)
                .mapToInt(rate -> rate)
                .findFirst();
    }

    private Stream<Integer> failures() {
        return seen.entrySet().stream().filter(rate -> !rate.getValue().hold()).map(rate -> rate.getKey());
    }

    /** A rate that has shown both, or failed while a higher one held. */
    OptionalInt contradictory() {
        int highestHeld = highestHeld();
        return seen.entrySet().stream()
                .filter(rate -> !givenUp.contains(rate.getKey()))
                .filter(rate -> rate.getValue().all() < Search.MOST_TRIES)
                .filter(rate -> rate.getValue().torn() || (!rate.getValue().hold() && rate.getKey() < highestHeld))
                .mapToInt(rate -> rate.getKey())
                .findFirst();
    }

    private int highestHeld() {
        return seen.entrySet().stream()
                .filter(rate -> rate.getValue().hold())
                .mapToInt(rate -> rate.getKey())
                .max()
                .orElse(0);
    }

    boolean triedLessThan(int times, int requestsPerSecond) {
        return !givenUp.contains(requestsPerSecond)
                && seen.getOrDefault(requestsPerSecond, NOTHING_TOLD).all() < times;
    }
}
