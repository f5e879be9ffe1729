package dev.loomgate.plan;

import java.time.Duration;

/** A load whose rate changes from step to step, each time with a rest and a collection before it: what it is next depends on what the server has shown. */
public sealed interface Stepped extends LoadProfile permits Ramp, Search {
    /** Of a step; whole seconds. */
    Duration length();

    /** Before each step. */
    Duration rest();
}
