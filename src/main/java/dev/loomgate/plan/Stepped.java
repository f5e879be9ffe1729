package dev.loomgate.plan;

import java.time.Duration;

/**
 * A load whose rate changes from step to step, with a rest and a collection before each. The next rate depends on the
 * results so far.
 */
public sealed interface Stepped extends LoadProfile permits Ramp, Search {
    /** Of a step; whole seconds. */
    Duration length();

    /** Beginning of a step whose latencies are not counted. */
    Duration dropped();

    /** Before each step. */
    Duration rest();
}
