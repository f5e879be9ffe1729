package dev.loomgate.report;

import dev.loomgate.verdict.CellVerdict;
import dev.loomgate.verdict.CellVerdict.Outcome;
import dev.loomgate.verdict.SuiteVerdict;
import dev.loomgate.verdict.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a reader has to look at: everything of one kind that is wrong with one cell.
 *
 * @param number of the cell, from 1
 */
record Finding(Outcome outcome, CellVerdict cell, int number, List<String> sentences) {
    /** FAILED first, then INVALID, then INCONCLUSIVE; cells in the order they were measured. */
    static List<Finding> of(SuiteVerdict suite) {
        List<Finding> findings = new ArrayList<>();
        for (Outcome outcome : List.of(Outcome.FAILED, Outcome.INVALID, Outcome.INCONCLUSIVE)) {
            for (int i = 0; i < suite.cells().size(); i++) {
                CellVerdict cell = suite.cells().get(i);
                List<String> sentences = sentences(cell, outcome);
                if (!sentences.isEmpty()) {
                    findings.add(new Finding(outcome, cell, i + 1, sentences));
                }
            }
        }
        return findings;
    }

    /** Why the cell as a whole is not PASSED; how the server died is there even if the judge's words leave it out. */
    static List<String> reasons(CellVerdict cell) {
        List<String> reasons = new ArrayList<>(cell.reasons());
        cell.summary().run().died().ifPresent(death -> addUnlessSaid(reasons, death));
        cell.summary().run().invalid().forEach(reason -> addUnlessSaid(reasons, reason.sentence()));
        return reasons;
    }

    private static void addUnlessSaid(List<String> reasons, String reason) {
        if (reasons.stream().noneMatch(said -> said.contains(reason))) {
            reasons.add(reason);
        }
    }

    private static List<String> sentences(CellVerdict cell, Outcome outcome) {
        List<String> sentences = new ArrayList<>();
        if (cell.outcome() == outcome) {
            sentences.addAll(reasons(cell));
        }
        if (outcome == Outcome.INVALID) {
            notJudged(cell, sentences);
        } else if (cell.summary().run().died().isEmpty()) {
            cell.verdicts().stream()
                    .filter(verdict -> Mark.outcome(verdict) == outcome)
                    .forEach(verdict -> sentences.add(VerdictWords.of(verdict)));
        }
        if (sentences.isEmpty() && cell.outcome() == outcome) {
            sentences.add("no reason was given");
        }
        return sentences;
    }

    /** An invalid cell has one reason and many limits: the limits share a sentence. */
    private static void notJudged(CellVerdict cell, List<String> sentences) {
        Map<String, List<String>> limits = new LinkedHashMap<>();
        for (Verdict verdict : cell.verdicts()) {
            if (verdict instanceof Verdict.Invalid invalid) {
                limits.computeIfAbsent(invalid.reason(), reason -> new ArrayList<>())
                        .add(invalid.limit().metric() + " " + invalid.limit().expression());
            }
        }
        limits.forEach((reason, expressions) -> {
            boolean said = sentences.stream().anyMatch(sentence -> reason.contains(sentence));
            sentences.add("not judged: " + String.join(", ", expressions) + (said ? "" : ": " + reason));
        });
    }
}
