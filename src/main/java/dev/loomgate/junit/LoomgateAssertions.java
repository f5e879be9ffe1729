package dev.loomgate.junit;

import dev.loomgate.verdict.CellVerdict;

/** Entry to the assertions on what was measured, beside those of AssertJ. */
public final class LoomgateAssertions {
    private LoomgateAssertions() {}

    /** On one cell. */
    public static CellAssert assertThat(CellVerdict cell) {
        return new CellAssert(cell);
    }

    /** On one cell of a comparison of two arms. */
    public static ComparisonAssert assertThat(CellComparison comparison) {
        return new ComparisonAssert(comparison);
    }
}
