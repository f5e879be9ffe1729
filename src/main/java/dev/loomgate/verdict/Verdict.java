package dev.loomgate.verdict;

import dev.loomgate.plan.Limit;
import dev.loomgate.summary.Estimate;
import java.util.Optional;

/** What became of one limit on one cell, with its evidence. */
public sealed interface Verdict {
    Limit limit();

    /** The whole interval is within the bound. */
    record Passed(Limit limit, Estimate.Estimated estimate, double bound) implements Verdict {}

    /** The whole interval is beyond the bound. */
    record Failed(Limit limit, Estimate.Estimated estimate, double bound) implements Verdict {}

    /**
     * Too noisy to tell: the interval holds the bound, or the metric or the bound is missing.
     *
     * @param range what the limit came to; empty when nothing was compared
     */
    record Inconclusive(Limit limit, Estimate estimate, Optional<Range> range, String reason) implements Verdict {}

    /** An absolute limit that was calibrated on another fingerprint than the one of this run: shown, not applied. */
    record NotApplicable(Limit limit, String calibratedOn, String here) implements Verdict {
        /** Why, naming both fingerprints. */
        public String reason() {
            return "not applicable, it was calibrated on fingerprint " + calibratedOn + " and this run is fingerprint "
                    + here;
        }
    }

    /** The instrument or the machine was not fit to measure. */
    record Invalid(Limit limit, String reason) implements Verdict {}
}
