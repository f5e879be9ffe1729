package dev.loomgate.trial;

import dev.loomgate.plan.Search;
import dev.loomgate.plan.Search.Bracket;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;

/**
 * The search for the highest sustainable rate: doubles until a rate fails, looks where the server {@link Saturation saturates} or halves what is between the highest that held and the lowest that failed, and tries both ends again where that is asked for. A rate that has
 * shown both is tried once more; a rate that failed below one that held was most likely disturbed, and is tried again, too. What failed while the machine was disturbed is tried again only when it is the end that is left. Where a search on another boot has ended, both its ends are tried once, and
 * only when they don't show the same the search goes on, in smaller steps. Where a rate has broken a server, those that fail cost another boot and those that hold a few seconds: then it comes from below, and has only one more to break.
 */
final class SearchSteps implements RateSteps {
    private static final double NEARBY = 1.2;

    /** Of one simulation; a search that needs more goes on in the next. */
    private static final int PHASES = 12;

    private final Search search;
    private final SeenRates seen = new SeenRates();
    private final Saturation saturation = new Saturation();
    private boolean breaksServers;

    SearchSteps(Search search) {
        this.search = search;
    }

    @Override
    public void took(int requestsPerSecond, Outcome outcome) {
        seen.took(requestsPerSecond, outcome == Outcome.HELD);
        saturation.took(requestsPerSecond, outcome == Outcome.HELD);
    }

    /** What a server did that was asked for more than it could, req/s. */
    void answered(int requestsPerSecond, double throughput) {
        saturation.answered(requestsPerSecond, throughput);
    }

    /** It failed, and the machine may have made that. */
    void doubt(int requestsPerSecond) {
        seen.doubt(requestsPerSecond);
    }

    /** So often tried in vain that it is not tried again. */
    void giveUp(int requestsPerSecond) {
        seen.giveUp(requestsPerSecond);
    }

    void neededAnotherServer() {
        breaksServers = true;
    }

    /** The highest rate below all that failed, of those that held; 0 when none did. */
    int held() {
        return seen.held();
    }

    /** The lowest rate that failed, or may have; empty when none did. */
    OptionalInt failed() {
        return seen.failed();
    }

    /** The lowest rate that failed when nothing disturbed it; empty when none did. */
    OptionalInt surelyFailed() {
        return seen.surelyFailed();
    }

    @Override
    public OptionalInt next() {
        OptionalInt contradictory = seen.contradictory();
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
        return unconfirmed.isPresent() ? unconfirmed : seen.doubted();
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
                .filter(rate -> seen.triedLessThan(search.tries(), rate))
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
}
