package dev.loomgate.instrument;

/**
 * How far a reported number may be from the truth.
 *
 * @param fixed in the unit of the comparison
 * @param share of the truth
 * @param added whether both count together; otherwise the larger one
 * @param every whether every iteration has to keep it; otherwise the median over the iterations
 * @param tolerated how many times as far off is still no miss, but short of the goal: for what the machine makes
 *     impossible, where the cause is known
 */
record Bound(double fixed, double share, boolean added, boolean every, double tolerated) {
    Bound {
        if (!(fixed >= 0 && share >= 0 && tolerated >= 1)) {
            throw new IllegalArgumentException("a bound is not negative");
        }
    }

    static Bound exact() {
        return new Bound(0, 0, true, true, 1);
    }

    static Bound largerOf(double fixed, double share) {
        return new Bound(fixed, share, false, false, 1);
    }

    static Bound sumOf(double fixed, double share) {
        return new Bound(fixed, share, true, false, 1);
    }

    /** On busy machines times are not those of a quiet one. */
    Bound times(double factor) {
        return new Bound(fixed * factor, share * factor, added, every, tolerated);
    }

    Bound inEveryIteration() {
        return new Bound(fixed, share, added, true, tolerated);
    }

    Bound tolerating(double times) {
        return new Bound(fixed, share, added, every, times);
    }

    double at(double truth) {
        double ofTruth = share * Math.abs(truth);
        return added ? fixed + ofTruth : Math.max(fixed, ofTruth);
    }
}
