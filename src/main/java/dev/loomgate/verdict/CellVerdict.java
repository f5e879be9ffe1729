package dev.loomgate.verdict;

import dev.loomgate.metric.Metric;
import dev.loomgate.summary.CellSummary;
import java.util.List;
import java.util.Optional;

/**
 * The verdict on one cell: one per limit, and the worst of them.
 *
 * @param outcome INVALID before FAILED before INCONCLUSIVE before PASSED; a server that died is FAILED; UNGATED when no
 *     applicable limit selects the cell
 * @param reasons sentences that say why the outcome is not PASSED, beyond single limits: the server died, the
 *     iterations were invalid
 * @param disturbed whether it is INVALID for nothing but what the machine did
 */
public record CellVerdict(
        CellSummary summary, List<Verdict> verdicts, Outcome outcome, List<String> reasons, boolean disturbed) {
    public CellVerdict {
        verdicts = List.copyOf(verdicts);
        reasons = List.copyOf(reasons);
    }

    /** On the limits on one metric of all requests together. */
    public List<Verdict> verdicts(Metric metric) {
        return verdicts.stream()
                .filter(verdict -> verdict.limit().metric() == metric
                        && verdict.limit().request().isEmpty())
                .toList();
    }

    /** On the limits on one metric of one of several requests. */
    public List<Verdict> verdicts(String request, Metric metric) {
        return verdicts.stream()
                .filter(verdict -> verdict.limit().metric() == metric
                        && verdict.limit().request().equals(Optional.of(request)))
                .toList();
    }

    /**
     * The four verdicts, and the cell that no limit looks at. FAILED and INVALID both fail the build, in different
     * words: the server is worse than tolerated, or unknown. INCONCLUSIVE and UNGATED are warnings, red when the
     * plan is strict.
     */
    public enum Outcome {
        PASSED(0),
        FAILED(2),
        INCONCLUSIVE(1),
        INVALID(3),
        UNGATED(0);

        private final int weight;

        Outcome(int weight) {
            this.weight = weight;
        }

        public boolean failsBuild(boolean strict) {
            return switch (this) {
                case PASSED -> false;
                case FAILED, INVALID -> true;
                case INCONCLUSIVE, UNGATED -> strict;
            };
        }

        Outcome worse(Outcome other) {
            return other.weight > weight ? other : this;
        }
    }
}
