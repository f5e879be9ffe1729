package dev.loomgate.trial;

import dev.loomgate.plan.Search;
import dev.loomgate.plan.Search.Bracket;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * The search for the highest sustainable rate: doubles until a rate fails, looks where the server {@link Saturation saturates} or halves what is between the highest that held and the lowest that failed, and tries both ends again where that is asked for. A rate that has
 * shown both is tried once more; a rate that failed below one that held was most likely disturbed, and is tried again, too. Where a search on another boot has ended, both its ends are tried once, and
 * only when they don't show the same the search goes on, in smaller steps. Where a rate has broken a server, those that fail cost another boot and those that hold a few seconds: then it comes from below, and has only one more to break.
 */
final class SearchSteps implements RateSteps {
    private static final double NEARBY = 1.2;

    /** Of one simulation; a search that needs more goes on in the next. */
    private static final int PHASES = 12;

    private final Search search;
    private final NavigableMap<Integer, Tries> seen = new TreeMap<>();
    private final Saturation saturation = new Saturation();
    private boolean breaksServers;

    SearchSteps(Search search) {
        this.search = search;
    }

    private record Tries(int held, int failed) {
        int all() {
            return held + failed;
        }

        boolean torn() {
            return held == failed;
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
        Tries before = seen.getOrDefault(requestsPerSecond, new Tries(0, 0));
        seen.put(requestsPerSecond, before.and(outcome == Outcome.HELD));
        saturation.took(requestsPerSecond, outcome == Outcome.HELD);
    }

    /** What a server did that was asked for more than it could, req/s. */
    void answered(int requestsPerSecond, double throughput) {
        saturation.answered(requestsPerSecond, throughput);
    }

    /** As if it had failed for good: so often tried in vain that it is not tried again. */
    void giveUp(int requestsPerSecond) {
        seen.put(requestsPerSecond, new Tries(0, Search.MOST_TRIES));
    }

    void neededAnotherServer() {
        breaksServers = true;
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

    /** The lowest rate that failed; empty when none did. */
    OptionalInt failed() {
        return seen.entrySet().stream()
                .filter(rate -> !rate.getValue().hold())
                .mapToInt(rate -> rate.getKey())
                .findFirst();
    }

    @Override
    public OptionalInt next() {
        OptionalInt doubtful = doubtful();
        if (doubtful.isPresent()) {
            return doubtful;
        }
        int held = held();
        OptionalInt failed = failed();
        if (failed.isEmpty()) {
            return up(held);
        }
        if (failed.getAsInt() - held > Math.max(1, search.precision() * failed.getAsInt())) {
            return OptionalInt.of(between(held, failed.getAsInt()));
        }
        return unconfirmed(held, failed.getAsInt());
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

    /** A rate that has shown both, or failed while a higher one held. */
    private OptionalInt doubtful() {
        int highestHeld = seen.entrySet().stream()
                .filter(rate -> rate.getValue().hold())
                .mapToInt(rate -> rate.getKey())
                .max()
                .orElse(0);
        return seen.entrySet().stream()
                .filter(rate -> rate.getValue().all() < Search.MOST_TRIES)
                .filter(rate -> rate.getValue().torn() || (!rate.getValue().hold() && rate.getKey() < highestHeld))
                .mapToInt(rate -> rate.getKey())
                .findFirst();
    }

    private OptionalInt unconfirmed(int held, int failed) {
        return List.of(held, failed).stream()
                .filter(rate -> rate > 0)
                .filter(rate -> seen.getOrDefault(rate, new Tries(0, 0)).all() < search.tries())
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
                ? "between " + held() + " and " + failed().getAsInt() + " req/s"
                : "it reached its ceiling of " + search.ceiling()
                        + " req/s and held it: only a higher ceiling would show where it ends";
    }
}
