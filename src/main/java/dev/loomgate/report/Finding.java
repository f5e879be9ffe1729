package dev.loomgate.report;

import dev.loomgate.verdict.CellVerdict;
import dev.loomgate.verdict.CellVerdict.Outcome;
import dev.loomgate.verdict.Sentences;
import dev.loomgate.verdict.SuiteVerdict;
import java.util.ArrayList;
import java.util.List;

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

    private static List<String> sentences(CellVerdict cell, Outcome outcome) {
        return Sentences.of(cell).stream()
                .filter(said -> said.outcome() == outcome)
                .map(Sentences.Said::sentence)
                .toList();
    }
}
