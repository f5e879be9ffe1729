package dev.loomgate.verdict;

import dev.loomgate.summary.CellSummary;
import java.util.List;

/**
 * The verdict on one cell: one per limit, and the worst of them.
 *
 * @param outcome INVALID before FAILED before INCONCLUSIVE before PASSED; a server that died is FAILED; UNGATED when no limit selects the cell
 * @param reasons sentences that say why the outcome is not PASSED, beyond single limits: the server died, the iterations were invalid
 */
public record CellVerdict(CellSummary summary, List<Verdict> verdicts, Outcome outcome, List<String> reasons) {
    public CellVerdict {
        verdicts = List.copyOf(verdicts);
        reasons = List.copyOf(reasons);
    }

    /** The four verdicts, and the cell that no limit looks at. */
    public enum Outcome {
        PASSED,
        FAILED,
        INCONCLUSIVE,
        INVALID,
        UNGATED
    }
}
