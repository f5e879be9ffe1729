package dev.loomgate.summary;

import java.util.OptionalDouble;

/** How one unit sees the candidate against the baseline, in one metric. */
public sealed interface LogRatio {
    /**
     * A ratio that was measured.
     *
     * @param log natural logarithm of candidate by baseline, signed so that positive is worse
     * @param baseline typical value of the baseline, in the metric's unit
     * @param candidate the same of the candidate
     * @param scatter standard deviation of the logarithm that the windows of the unit let expect, or the samples of its
     *     recordings; empty of all else that is read once per arm, and of a single window
     */
    record Known(double log, double baseline, double candidate, OptionalDouble scatter) implements LogRatio {
        public Known {
            if (!Double.isFinite(log)) {
                throw new IllegalArgumentException("the logarithm of a ratio is a finite number, was " + log);
            }
        }

        /** Of which nothing tells how much it scatters. */
        public Known(double log, double baseline, double candidate) {
            this(log, baseline, candidate, OptionalDouble.empty());
        }
    }

    /**
     * The reason, in words, why this unit says nothing of it, and others may: the machine was not fit for this metric
     * meanwhile.
     */
    record Disturbed(String reason) implements LogRatio {}

    /** The reason, in words, why there is none. */
    record Missing(String reason) implements LogRatio {}
}
