package dev.loomgate.junit;

import dev.loomgate.verdict.ComparisonVerdict;
import dev.loomgate.verdict.Sentences;
import java.util.List;
import org.assertj.core.api.AbstractAssert;

/** Assertions on a comparison of two arms. */
public final class ComparisonAssert extends AbstractAssert<ComparisonAssert, CellComparison> {
    ComparisonAssert(CellComparison comparison) {
        super(comparison, ComparisonAssert.class);
    }

    /** No metric with a tolerance got worse, of all requests or of one of several, and something could be measured. What is undecided is no regression. */
    public ComparisonAssert isNoWorse() {
        isNotNull();
        List<String> failures = actual.failures();
        if (!failures.isEmpty()) {
            failWithMessage("%s", String.join("\n", failures));
        }
        return this;
    }

    /** The same, and every metric with a tolerance is decided. */
    public ComparisonAssert isDecided() {
        isNoWorse();
        List<String> open = actual.comparisons().stream()
                .filter(verdict -> verdict.outcome() == ComparisonVerdict.Outcome.INCONCLUSIVE
                        || verdict.outcome() == ComparisonVerdict.Outcome.OPEN)
                .map(verdict ->
                        verdict.outcome() + " " + Sentences.of(actual.all().plan(), verdict))
                .toList();
        if (!open.isEmpty()) {
            failWithMessage("%s", String.join("\n", open));
        }
        return this;
    }
}
