package dev.loomgate.verdict;

import java.util.List;
import java.util.Map;

/**
 * Where a duel stands: recomputed from all its units each time.
 *
 * @param comparisons the gated ones first, cell by cell, then the pooled ones
 * @param reported effects of metrics that are not gated, all REPORTED
 * @param wanted how many fit units each cell (by its id) needs for its next decision; cells that are decided are absent
 * @param confirming the same for those alone that look worse somewhere, and only to confirm it
 */
public record DuelState(
        List<ComparisonVerdict> comparisons,
        List<ComparisonVerdict> reported,
        Map<String, Integer> wanted,
        Map<String, Integer> confirming) {
    public DuelState {
        comparisons = List.copyOf(comparisons);
        reported = List.copyOf(reported);
        wanted = Map.copyOf(wanted);
        confirming = Map.copyOf(confirming);
    }
}
