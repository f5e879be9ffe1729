package dev.loomgate.junit;

import dev.loomgate.plan.PairedCell;
import dev.loomgate.verdict.ComparisonVerdict;
import dev.loomgate.verdict.DuelVerdict;
import java.util.List;

/**
 * What came of comparing two arms on one cell.
 *
 * @param all of the run that it belongs to
 */
public record CellComparison(PairedCell cell, DuelVerdict all) {
    /** One for each metric of all requests, and for each of one of several requests by itself. */
    public List<ComparisonVerdict> comparisons() {
        return all.comparisons(cell);
    }

    /** Why it makes the gate red; empty when it doesn't. */
    public List<String> failures() {
        return all.failures(cell);
    }

    @Override
    public String toString() {
        return cell.displayName();
    }
}
