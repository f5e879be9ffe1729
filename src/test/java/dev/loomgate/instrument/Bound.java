package dev.loomgate.instrument;

/**
 * How far a reported number may be from the truth.
 *
 * @param fixed in the unit of the comparison
 * @param share of the truth
 * @param added whether both count together; otherwise the larger one
 * @param every whether every iteration has to keep it; otherwise the median over the iterations
 */
record Bound(double fixed, double share, boolean added, boolean every) {
    Bound {
        if (!(fixed >= 0 && share >= 0)) {
            throw new IllegalArgumentException("a bound is not negative");
        }
    }

    static Bound exact() {
        return new Bound(0, 0, true, true);
    }

    static Bound largerOf(double fixed, double share) {
        return new Bound(fixed, share, false, false);
    }

    static Bound sumOf(double fixed, double share) {
        return new Bound(fixed, share, true, false);
    }

    /** On busy machines times are not those of a quiet one. */
    Bound times(double factor) {
        return new Bound(fixed * factor, share * factor, added, every);
    }

    Bound inEveryIteration() {
        return new Bound(fixed, share, added, true);
    }

    double at(double truth) {
        double ofTruth = share * Math.abs(truth);
        return added ? fixed + ofTruth : Math.max(fixed, ofTruth);
    }
}
