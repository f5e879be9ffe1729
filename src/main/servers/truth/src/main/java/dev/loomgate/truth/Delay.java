package dev.loomgate.truth;

/** How long an answer is held back, as the inverse of its distribution: every delay is made of one uniform draw. */
sealed interface Delay {
    /**
     * The quantile.
     *
     * @param share from 0 to 1, without 1
     */
    long nanos(double share);

    record None() implements Delay {
        @Override
        public long nanos(double share) {
            return 0;
        }
    }

    record Constant(long nanos) implements Delay {
        @Override
        public long nanos(double share) {
            return nanos;
        }
    }

    record Uniform(long minNanos, long maxNanos) implements Delay {
        @Override
        public long nanos(double share) {
            return minNanos + (long) (share * (maxNanos - minNanos));
        }
    }

    /** @param firstPerMillion of a million draws, those of the first mode */
    record Bimodal(long firstPerMillion, long firstNanos, long secondNanos) implements Delay {
        @Override
        public long nanos(double share) {
            return share * 1_000_000 < firstPerMillion ? firstNanos : secondNanos;
        }
    }

    /** Heavy tail: what would be longer than the maximum is the maximum, so that all quantiles below are Pareto's own. */
    record Pareto(long minNanos, double alpha, long maxNanos) implements Delay {
        @Override
        public long nanos(double share) {
            return (long) Math.min(maxNanos, minNanos * Math.pow(1 - share, -1 / alpha));
        }
    }
}
