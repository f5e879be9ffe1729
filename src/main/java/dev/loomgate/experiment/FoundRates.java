package dev.loomgate.experiment;

import dev.loomgate.experiment.CapacityResult.End;
import dev.loomgate.metric.Invalidity;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.LoadProfile;
import dev.loomgate.plan.Search;
import java.util.ArrayList;
import java.util.List;

/** Where searches have ended, for cells that are measured at a share of it. */
public final class FoundRates {
    private final List<CellRun> searches = new ArrayList<>();

    /** The rate of a share, or why there is none. */
    sealed interface Answer {
        /**
         * It is known.
         *
         * @param inWords how it came about, for people
         */
        record Known(LoadProfile.Constant rate, String inWords) implements Answer {}

        /** There is none. */
        record Unknown(Invalidity reason) implements Answer {}
    }

    /** What was measured; a search that is measured again takes the place of the first. */
    public void take(CellRun run) {
        if (run.cell().load() instanceof Search) {
            searches.removeIf(earlier -> earlier.cell().id().equals(run.cell().id()));
            searches.add(run);
        }
    }

    Answer rateOf(Cell cell, LoadProfile.Share share) {
        return searches.stream()
                .filter(run -> isSearchOf(run.cell(), cell, share))
                .findFirst()
                .map(run -> answer(run, share))
                .orElseGet(() -> new Answer.Unknown(
                        Invalidity.configuration(needs(share) + ", which was not measured before it")));
    }

    private static Answer answer(CellRun run, LoadProfile.Share share) {
        if (run.sustained().isEmpty()
                || run.sustained().getFirst().held() == 0
                || !run.sustained().getFirst().end().isKnown()) {
            return new Answer.Unknown(whyNothing(run).of(needs(share) + ", and that found nothing: "));
        }
        CapacityResult end = run.sustained().getFirst();
        LoadProfile.Constant rate = share.of(end.held());
        String least = end.end() == End.CEILING ? "at least " : "";
        return new Answer.Known(
                rate,
                rate.displayName() + " is " + share.percent() + " % of the " + least + end.held()
                        + " req/s that search " + share.search() + " has found to be sustained");
    }

    /** What has disturbed the search is what disturbs its shares. */
    private static Invalidity whyNothing(CellRun search) {
        if (search.sustained().isEmpty()) {
            return new Invalidity(
                    Invalidity.kindOf(search.invalid()), String.join("; ", Invalidity.sentences(search.invalid())));
        }
        CapacityResult end = search.sustained().getFirst();
        return switch (end.end()) {
            case DISTURBED -> Invalidity.machine(end.ending());
            case UNKNOWN -> Invalidity.instrument(end.ending());
            case SERVER, CEILING -> Invalidity.server(end.ending());
        };
    }

    private static String needs(LoadProfile.Share share) {
        return share.displayName() + " needs the answer of that search on the same variant and workload";
    }

    private static boolean isSearchOf(Cell other, Cell cell, LoadProfile.Share share) {
        return share.needs(other.load())
                && other.variant().name().equals(cell.variant().name())
                && other.runtime().name().equals(cell.runtime().name())
                && other.workload().name().equals(cell.workload().name());
    }
}
