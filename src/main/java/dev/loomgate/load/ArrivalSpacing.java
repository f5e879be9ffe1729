package dev.loomgate.load;

/** How the requests of an open phase follow each other; so many a second in either way. */
public enum ArrivalSpacing {
    /** At equal distances: nothing but the server decides who waits behind whom. For every number that is judged. */
    EVEN,

    /**
     * Each at a random moment of its own distance, the same moments in every phase. Whoever looks at the server at
     * equal distances, too, as a sampler of stacks does, would else meet all requests at the same few points of their
     * way, or none.
     */
    SCATTERED
}
