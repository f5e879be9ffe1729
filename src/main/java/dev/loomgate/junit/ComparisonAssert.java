package dev.loomgate.junit;

import dev.loomgate.verdict.Sentences;
import java.util.List;
import org.assertj.core.api.AbstractAssert;

/** Assertions on a comparison of two arms. */
public final class ComparisonAssert extends AbstractAssert<ComparisonAssert, CellComparison> {
    ComparisonAssert(CellComparison comparison) {
        super(comparison, ComparisonAssert.class);
    }

    /**
     * No metric with a tolerance got worse, of all requests or of one of several, and one at least is decided. What is
     * undecided beside it is no regression. A {@code duel} in Java has tolerances of allocation, CPU time, p50, p95, live
     * heap, errors and wrong answers.
     */
    public ComparisonAssert isNoWorse() {
        isNotNull();
        List<String> failures = actual.failures();
        if (!failures.isEmpty()) {
            failWithMessage("%s", String.join("\n", failures));
        }
        if (!actual.all().decides(actual.cell())) {
            failWithMessage("nothing was decided:\n%s", String.join("\n", undecided()));
        }
        return this;
    }

    /** The same, and every metric with a tolerance is decided. */
    public ComparisonAssert isDecided() {
        isNoWorse();
        List<String> open = undecided();
        if (!open.isEmpty()) {
            failWithMessage("%s", String.join("\n", open));
        }
        return this;
    }

    private List<String> undecided() {
        return actual.comparisons().stream()
                .filter(verdict -> switch (verdict.outcome()) {
                    // One that -Dloomgate.ci forgives is INVALID all the same.
                    case INCONCLUSIVE, OPEN, INVALID -> true;
                    case REGRESSION, SUSPECTED, CLEAR, REPORTED -> false;
                })
                .map(verdict ->
                        verdict.outcome() + " " + Sentences.of(actual.all().plan(), verdict))
                .toList();
    }
}
