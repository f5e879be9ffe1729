package dev.loomgate.load;

/** How the requests of an open phase follow each other; so many a second in either way. */
public enum ArrivalSpacing {
    /** At equal distances: nothing but the server decides who waits behind whom. For every number that is judged. */
    EVEN,

    /**
     * Each request starts at a random moment within its interval, the same moments in every phase. A stack sampler looks
     * at the server at equal intervals: with evenly spaced requests it would meet all of them at the same few points of
     * their way, or none.
     */
    SCATTERED
}
