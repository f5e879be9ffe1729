package dev.loomgate.experiment;

import dev.loomgate.plan.Search;
import dev.loomgate.plan.Search.Bracket;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The search for the highest rate that a server sustains. Which rate is next:
 *
 * <ol>
 *   <li>A rate that has shown both, or failed below one that held, is tried again, {@value Search#MOST_TRIES} times at
 *       most: one of its outcomes was chance.
 *   <li>Nothing has failed yet: twice the highest rate that held, up to the ceiling.
 *   <li>Something has: between the highest rate that held and the lowest that failed. Where the failed step told how
 *       much the server answers when it is asked for more, right below and right above that ({@link Saturation}); else
 *       in the middle.
 *   <li>Both are closer than the precision: each is tried as often as asked for.
 *   <li>A step that failed while the machine was disturbed counts as failed and is tried again only when it is the end
 *       that is left: mostly a lower rate fails, too.
 * </ol>
 *
 * <p>Where the search goes on from a known bracket, both its ends are tried once, and only when they don't show the
 * same it goes on, in smaller steps. Where a rate has broken a server, those that fail cost another boot and those that
 * hold a few seconds: then it comes from below in steps of the precision.
 */
final class CapacitySearch implements RateSteps {
    private static final double NEARBY = 1.2;

    /** Of one simulation; a search that needs more goes on in the next. */
    private static final int PHASES = 12;

    private static final Tries NOTHING_TOLD = new Tries(0, 0);

    private final Search search;

    /**
     * What the rates have shown so far. One that failed while the machine was disturbed counts as failed until it is
     * tried again: mostly a lower one fails, too, and then it does not matter.
     */
    private final NavigableMap<Integer, Tries> seen = new TreeMap<>();

    private final Set<Integer> givenUp = new HashSet<>();
    private final Saturation saturation = new Saturation();
    private boolean breaksServers;

    CapacitySearch(Search search) {
        this.search = search;
    }

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

    @Override
    public void took(int requestsPerSecond, Outcome outcome) {
        boolean held = outcome == Outcome.HELD;
        seen.put(requestsPerSecond, tries(requestsPerSecond).and(held));
        givenUp.remove(requestsPerSecond);
        if (held) {
            seen.headMap(requestsPerSecond).values().removeIf(NOTHING_TOLD::equals);
        }
        saturation.took(requestsPerSecond, held);
    }

    private Tries tries(int requestsPerSecond) {
        return seen.getOrDefault(requestsPerSecond, NOTHING_TOLD);
    }

    /** The throughput of a step that failed, req/s. */
    void answered(int requestsPerSecond, double throughput) {
        saturation.answered(requestsPerSecond, throughput);
    }

    /** The rate failed while the machine was disturbed: it is repeated only if it turns out to be the end. */
    void doubt(int requestsPerSecond) {
        seen.putIfAbsent(requestsPerSecond, NOTHING_TOLD);
    }

    /** The rate was disturbed as often as it may be repeated: it is not tried again. */
    void giveUp(int requestsPerSecond) {
        if (requestsPerSecond < highestHeld()) {
            seen.remove(requestsPerSecond);
        } else {
            seen.put(requestsPerSecond, NOTHING_TOLD);
            givenUp.add(requestsPerSecond);
        }
    }

    void neededAnotherServer() {
        breaksServers = true;
    }

    @Override
    public int held() {
        return seen.headMap(failed().orElse(Integer.MAX_VALUE), false).descendingMap().entrySet().stream()
                .filter(rate -> rate.getValue().hold())
                .mapToInt(rate -> rate.getKey())
                .findFirst()
                .orElse(0);
    }

    /** The lowest rate that failed, disturbed or not; empty when none did. */
    OptionalInt failed() {
        return failures().mapToInt(rate -> rate).findFirst();
    }

    @Override
    public OptionalInt surelyFailed() {
        return failures()
                .filter(rate -> tries(rate).all() > 0)
                .mapToInt(rate -> rate)
                .findFirst();
    }

    /**
     * The lowest rate that failed, if that was disturbed and may be repeated. Rates that were given up are skipped: the
     * next higher one is the end.
     */
    private OptionalInt doubted() {
        return failures()
                .filter(rate -> !givenUp.contains(rate))
                .limit(1)
                .filter(rate -> tries(rate).all() == 0)
                .mapToInt(rate -> rate)
                .findFirst();
    }

    private Stream<Integer> failures() {
        return seen.entrySet().stream().filter(rate -> !rate.getValue().hold()).map(rate -> rate.getKey());
    }

    /** A rate that both held and failed, or failed while a higher one held. */
    private OptionalInt contradictory() {
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

    @Override
    public OptionalInt next() {
        OptionalInt contradictory = contradictory();
        if (contradictory.isPresent()) {
            return contradictory;
        }
        int held = held();
        OptionalInt failed = failed();
        if (failed.isEmpty()) {
            return up(held);
        }
        if (failed.getAsInt() - held > Math.max(1, search.precision() * failed.getAsInt())) {
            return OptionalInt.of(between(held, failed.getAsInt()));
        }
        OptionalInt unconfirmed = unconfirmed(held, failed.getAsInt());
        return unconfirmed.isPresent() ? unconfirmed : doubted();
    }

    private OptionalInt up(int held) {
        int higher = Math.min(
                search.before().map(before -> above(held, before)).orElseGet(() -> above(held)), search.ceiling());
        return higher > held ? OptionalInt.of(higher) : unconfirmed(held, held);
    }

    private int above(int held) {
        return held == 0 ? search.start() : 2 * held;
    }

    private static int above(int held, Bracket before) {
        if (held < before.held()) {
            return before.held();
        }
        return held < before.failed().orElse(0) ? before.failed().getAsInt() : (int) Math.ceil(NEARBY * held);
    }

    /** What has just moved below the answer of another boot has hardly moved by half. */
    private int between(int held, int failed) {
        if (held == 0 && search.before().isPresent()) {
            return (int) (failed / NEARBY);
        }
        int near = held + nearEnough(held);
        int middle = (held + failed) / 2;
        return saturation.next(held, failed, near).orElse(breaksServers && held > 0 ? Math.min(middle, near) : middle);
    }

    /** If that much more fails, the answer is as precise as asked for. */
    private int nearEnough(int held) {
        return Math.max(1, (int) (held * search.precision() / (1 - search.precision())));
    }

    private OptionalInt unconfirmed(int held, int failed) {
        return List.of(held, failed).stream()
                .filter(rate -> rate > 0)
                .filter(rate -> !givenUp.contains(rate) && tries(rate).all() < search.tries())
                .mapToInt(rate -> rate)
                .findFirst();
    }

    @Override
    public List<Integer> ahead() {
        OptionalInt failed = failed();
        if (failed.isPresent()) {
            return Collections.nCopies(PHASES, Math.max(failed.getAsInt(), next().orElse(1)));
        }
        List<Integer> rates = new ArrayList<>();
        int rate = next().orElse(search.start());
        while (rates.size() < PHASES) {
            rates.add(rate);
            rate = Math.min(2 * rate, search.ceiling());
        }
        return rates;
    }

    @Override
    public String ending() {
        if (next().isPresent()) {
            return "";
        }
        return failed().isPresent()
                ? "between " + held() + " and " + surelyFailed().orElse(failed().getAsInt()) + " req/s"
                : "it reached its ceiling of " + search.ceiling()
                        + " req/s and held it: only a higher ceiling would show where it ends";
    }

    /**
     * Guesses the capacity from the step that failed. A server that is limited by a pool or by its CPU goes on to
     * answer at its capacity when it is asked for more. One that collapses tells nothing. After a wrong guess no
     * further one is made.
     */
    static final class Saturation {
        private static final double A_LITTLE_LESS = 0.99;

        /** What answers less than this share of a rate that it has held collapses. */
        private static final double COLLAPSE = 0.9;

        private final Map<Integer, Double> answered = new HashMap<>();
        private int holds;
        private int fails;
        private boolean misled;

        /** @param throughput of a step that failed at this rate, req/s */
        void answered(int requestsPerSecond, double throughput) {
            answered.put(requestsPerSecond, throughput);
        }

        void took(int requestsPerSecond, boolean held) {
            misled |= held ? requestsPerSecond == fails : requestsPerSecond == holds;
        }

        /**
         * A rate that should be held, and then one that should fail; empty when nothing is known, or what is known has
         * misled.
         *
         * @param held the highest rate that was
         * @param failed the lowest rate that was not
         * @param near so little above the held rate that the search is over if it fails
         */
        OptionalInt next(int held, int failed, int near) {
            double end = answered.getOrDefault(failed, 0.0);
            int below = (int) (A_LITTLE_LESS * end);
            if (misled || end < Math.max(1, COLLAPSE * held)) {
                return OptionalInt.empty();
            }
            if (below > held && below < failed) {
                holds = below;
                return OptionalInt.of(below);
            }
            if (near > end && near < failed) {
                fails = near;
                return OptionalInt.of(near);
            }
            return OptionalInt.empty();
        }
    }
}
