package dev.loomgate.report;

import dev.loomgate.verdict.CellVerdict.Outcome;
import dev.loomgate.verdict.ComparisonVerdict;
import dev.loomgate.verdict.Sentences;
import dev.loomgate.verdict.Verdict;

/** How an outcome is shown: a symbol and a word, so that nothing hangs on colour alone. */
record Mark(String symbol, String word, String style) {
    static Mark of(Outcome outcome) {
        return switch (outcome) {
            case PASSED -> new Mark("✓", "PASSED", "passed");
            case FAILED -> new Mark("✗", "FAILED", "failed");
            case INCONCLUSIVE -> new Mark("?", "INCONCLUSIVE", "inconclusive");
            case INVALID -> new Mark("!", "INVALID", "invalid");
            case UNGATED -> new Mark("–", "UNGATED", "ungated");
        };
    }

    static Mark of(Verdict verdict) {
        return verdict instanceof Verdict.NotApplicable
                ? new Mark("≠", "NOT APPLICABLE", "ungated")
                : of(Sentences.outcome(verdict));
    }

    static Mark of(ComparisonVerdict.Outcome outcome) {
        return switch (outcome) {
            case REGRESSION -> new Mark("✗", "REGRESSION", "failed");
            case SUSPECTED -> new Mark("✗", "SUSPECTED", "failed");
            case CLEAR -> new Mark("✓", "CLEAR", "passed");
            case OPEN -> new Mark("…", "OPEN", "inconclusive");
            case INCONCLUSIVE -> new Mark("?", "INCONCLUSIVE", "inconclusive");
            case INVALID -> new Mark("!", "INVALID", "invalid");
            case REPORTED -> new Mark("–", "REPORTED", "ungated");
        };
    }
}
