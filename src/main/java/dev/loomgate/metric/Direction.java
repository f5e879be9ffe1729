package dev.loomgate.metric;

/** Which way a metric is good. */
public enum Direction {
    LOWER_IS_BETTER,
    HIGHER_IS_BETTER
}
