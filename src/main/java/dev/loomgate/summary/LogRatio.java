package dev.loomgate.summary;

/** How one unit sees the candidate against the baseline, in one metric. */
public sealed interface LogRatio {
    /**
     * A ratio that was measured.
     *
     * @param log natural logarithm of candidate by baseline, signed so that positive is worse
     * @param baseline typical value of the baseline, in the metric's unit
     * @param candidate the same of the candidate
     */
    record Known(double log, double baseline, double candidate) implements LogRatio {
        public Known {
            if (!Double.isFinite(log)) {
                throw new IllegalArgumentException("the logarithm of a ratio is a finite number, was " + log);
            }
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
