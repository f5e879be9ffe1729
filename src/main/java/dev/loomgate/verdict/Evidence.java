package dev.loomgate.verdict;

/**
 * What units say of a change, in their order: how far to either side the truth may lie. Positive is worse for the
 * candidate.
 */
interface Evidence {
    /** How many units there are. */
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

    /** {@code a change of 6.2 %}: what all units together could have ruled out. */
    String couldHaveSeen(double alpha);
}
