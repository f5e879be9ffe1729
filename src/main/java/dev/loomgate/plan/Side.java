package dev.loomgate.plan;

/** The two sides of a comparison. */
public enum Side {
    /** What is in use today. */
    BASELINE,
    /** What shall take its place. */
    CANDIDATE
}
