package dev.loomgate.verdict;

import dev.loomgate.plan.Compared;
import java.util.Optional;

/**
 * What became of one comparison: a metric of a cell, of one of its requests, or of several cells pooled.
 *
 * @param subject {@code virtual/io}, or {@code all cells}, {@code virtual, all workloads}, {@code io, all variants}
 * @param pooled whether several cells stand behind it
 * @param effect over all units so far; empty when none could be had
 * @param look number of the look that decided, from 1; 0 while none has
 * @param spent one-sided error probability that the deciding look was allowed
 * @param reason one sentence: what was found, or why nothing could be
 */
public record ComparisonVerdict(
        String subject,
        Compared compared,
        boolean pooled,
        Outcome outcome,
        Optional<Effect> effect,
        int look,
        double spent,
        String reason) {

    /** What can become of a comparison. */
    public enum Outcome {
        /** Worse than tolerated, and again so on fresh units. */
        REGRESSION,
        /**
         * Worse than tolerated, but there were no fresh units to confirm it: fails the build, because it is not known
         * to be chance.
         */
        SUSPECTED,
        /** A regression of the size that must be caught is ruled out. */
        CLEAR,
        /** Neither, yet. */
        OPEN,
        /** Neither when the units or the time were used up, or nothing could be had. */
        INCONCLUSIVE,
        /**
         * The machine was not fit for this metric in so many units that not even the first look is left: nothing was
         * judged, and that is no pass.
         */
        INVALID,
        /** Not gated: shown with its effect. */
        REPORTED
    }
}
