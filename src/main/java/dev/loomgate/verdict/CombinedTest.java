package dev.loomgate.verdict;

import dev.loomgate.plan.Tolerance;
import dev.loomgate.verdict.ComparisonVerdict.Outcome;
import java.util.Comparator;
import java.util.List;

/**
 * A comparison as it is seen in one view, and how far it came there. What has two views is walked through in both: either may find a regression, each with half of the allowed error, and clear is only what
 * is clear in both. So what is in every slice is found as sharply as their quieter half can, and what comes and goes is not passed over.
 *
 * @param beside what the other view shows, where this is not the first; empty where it is
 */
record CombinedTest(EffectSample series, SequentialTest walk, String beside) {
    /** The worst of all views is what became of the comparison. */
    private static final List<Outcome> WORST_FIRST =
            List.of(Outcome.REGRESSION, Outcome.OPEN, Outcome.INCONCLUSIVE, Outcome.CLEAR);

    /** Of two that are open, or undecided, the one with a suspicion. */
    private static final Comparator<CombinedTest> WORSE = Comparator.<CombinedTest>comparingInt(
                    sight -> WORST_FIRST.indexOf(sight.walk.outcome()))
            .thenComparing(sight -> sight.walk.spent() == 0);

    /** Goes one way: a series, what it must find, and the error it may make. */
    @FunctionalInterface
    interface Path {
        SequentialTest walk(EffectSample series, Tolerance tolerance, double alpha);
    }

    /**
     * The view that decides.
     *
     * @param views the same comparison, in all its views
     */
    static CombinedTest of(List<EffectSample> views, Tolerance tolerance, double alpha, Path path) {
        List<SequentialTest> walks = views.stream()
                .map(series -> path.walk(series, series.view().asked(tolerance), alpha / views.size()))
                .toList();
        String beside = walks.getFirst().outcome() == Outcome.CLEAR
                ? ", over all slices; their quieter half rules out what must be caught"
                : ", over all slices; their quieter half does not show it";
        CombinedTest first = new CombinedTest(views.getFirst(), walks.getFirst(), "");
        // Of two that are alike the first stays.
        return views.size() == 1
                ? first
                : List.of(first, new CombinedTest(views.getLast(), walks.getLast(), beside)).stream()
                        .min(WORSE)
                        .orElseThrow();
    }

    /** The same when there are no further units. */
    CombinedTest stopped(Procedure procedure, String why) {
        return new CombinedTest(series, walk.stopped(series.evidence(), procedure, why), beside);
    }

    /** How many units there must be for the next decision; 0 when there is none to come. */
    int wanted() {
        return series.unitsFor(walk.wanted());
    }

    String reason() {
        String more = series.leftOut() == 0 ? "" : "; " + series.leftOut() + " more were too disturbed for it";
        return walk.reason() + beside + more;
    }
}
