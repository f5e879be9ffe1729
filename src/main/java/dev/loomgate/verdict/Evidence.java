package dev.loomgate.verdict;

/**
 * What units say of a change, in their order: how far to either side the truth may lie. Positive is worse for the
 * candidate.
 */
interface Evidence {
    int units();

    /** A tolerance, given as a share, on the scale of the bounds. */
    double scaled(double share);

    /**
     * The truth lies below this with probability {@code alpha} at most.
     *
     * @param from units left out at the beginning
     * @param to units that are seen, those left out included
     */
    double lower(int from, int to, double alpha);

    /** The truth lies above this with probability {@code alpha} at most. */
    double upper(int from, int to, double alpha);

    /**
     * Whether so many units could rule a change out at best: where the answer is no, no unit is measured for it.
     *
     * @param change on the scale of the bounds
     */
    boolean couldRuleOut(double change, int units, double alpha);

    /** {@code could have seen a change of 6.2 %}: what all units together could have ruled out. */
    String whatWasSeen(double alpha);
}
