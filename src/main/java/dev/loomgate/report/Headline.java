package dev.loomgate.report;

import dev.loomgate.metric.Counted;
import dev.loomgate.verdict.CellVerdict.Outcome;
import dev.loomgate.verdict.GateRules;
import dev.loomgate.verdict.SuiteVerdict;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The run in one sentence.
 *
 * @param mood the outcome that gives the headline its colour; PASSED only for a whole run in which something was
 *     judged, INVALID for one in which nothing was
 * @param counts cells per outcome, all five outcomes in order
 * @param partial {@code 3 of 10 cells measured}, empty for a whole run
 */
record Headline(Outcome mood, String sentence, List<Count> counts, String partial) {
    /** How many cells came to one outcome. */
    record Count(Outcome outcome, int cells, Mark mark) {}

    static Headline of(SuiteVerdict suite) {
        Map<Outcome, Integer> counts = counts(suite);
        List<Count> list = counts.entrySet().stream()
                .map(entry -> new Count(entry.getKey(), entry.getValue(), Mark.of(entry.getKey())))
                .toList();
        int measured = suite.cells().size();
        String partial = measured < suite.planned() ? measured + " of " + suite.planned() + " cells measured" : "";
        boolean nothing = !GateRules.of(suite).failures().isEmpty();
        Outcome mood = nothing ? Outcome.INVALID : mood(list, !partial.isEmpty());
        String sentence = sentence(counts, measured, suite.plan().strict());
        return new Headline(mood, partial.isEmpty() ? sentence : "So far: " + sentence, list, partial);
    }

    /** {@code 2 FAILED, 1 INVALID, 7 PASSED}. */
    String countsInWords() {
        return counts.stream()
                .filter(count -> count.cells() > 0)
                .map(count -> count.cells() + " " + count.outcome())
                .collect(Collectors.joining(", "));
    }

    static Map<Outcome, Integer> counts(SuiteVerdict suite) {
        Map<Outcome, Integer> counts = new EnumMap<>(Outcome.class);
        Arrays.stream(Outcome.values()).forEach(outcome -> counts.put(outcome, 0));
        suite.cells().forEach(cell -> counts.merge(cell.outcome(), 1, Integer::sum));
        return counts;
    }

    private static Outcome mood(List<Count> counts, boolean partial) {
        List<Outcome> seen = counts.stream()
                .filter(count -> count.cells() > 0)
                .map(Count::outcome)
                .toList();
        for (Outcome bad : List.of(Outcome.FAILED, Outcome.INVALID, Outcome.INCONCLUSIVE)) {
            if (seen.contains(bad)) {
                return bad;
            }
        }
        return seen.contains(Outcome.PASSED) && !partial ? Outcome.PASSED : Outcome.UNGATED;
    }

    private static String sentence(Map<Outcome, Integer> counts, int measured, boolean strict) {
        int failed = counts.getOrDefault(Outcome.FAILED, 0);
        int invalid = counts.getOrDefault(Outcome.INVALID, 0);
        int inconclusive = counts.getOrDefault(Outcome.INCONCLUSIVE, 0);
        int passed = counts.getOrDefault(Outcome.PASSED, 0);
        if (measured == 0) {
            return "nothing was measured";
        }
        if (failed > 0) {
            return failed + " of " + Counted.of(measured, "cell") + " failed";
        }
        if (invalid > 0) {
            return invalid + " of " + Counted.of(measured, "cell") + " could not be measured validly";
        }
        if (inconclusive > 0) {
            return inconclusive + " of " + Counted.of(measured, "cell") + " undecided"
                    + (strict ? "; that fails a strict build" : "");
        }
        return passed == 0 ? "nothing was judged" : passed(passed, measured);
    }

    private static String passed(int passed, int measured) {
        String all = passed == 1 ? "the 1 gated cell passed" : "all " + passed + " gated cells passed";
        return measured == passed
                ? all
                : all + ", " + Counted.of(measured - passed, "cell") + " without any applicable limit";
    }
}
