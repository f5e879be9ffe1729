package dev.loomgate.summary;

/** How one unit sees the candidate against the baseline, in one metric. */
public sealed interface LogRatio {
    /**
     * A shift that could be had.
     *
     * @param log natural logarithm of candidate by baseline, signed so that positive is worse; of a time, of the quieter half of the slices
     * @param overall the same over all slices, quiet or not; where there is but one way to see it, {@code log}
     * @param baseline typical value of the baseline, in the metric's unit: of a time, that of the quieter half of its slices
     * @param candidate the same of the candidate
     */
    record Known(double log, double overall, double baseline, double candidate) implements LogRatio {
        public Known {
            if (!Double.isFinite(log) || !Double.isFinite(overall)) {
                throw new IllegalArgumentException("a shift is a finite number, was " + log + ", overall " + overall);
            }
        }

        /** Seen in one way only. */
        public Known(double log, double baseline, double candidate) {
            this(log, log, baseline, candidate);
        }
    }

    /** The reason, in words, why this unit says nothing of it, and others may: the machine was not fit for this metric meanwhile. */
    record Disturbed(String reason) implements LogRatio {}

    /** The reason, in words, why there is none. */
    record Missing(String reason) implements LogRatio {}
}
