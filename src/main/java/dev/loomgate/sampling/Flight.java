package dev.loomgate.sampling;

import java.util.Optional;

/** What came of a flight recording. */
public sealed interface Flight {
    /**
     * It is there, and has been read.
     *
     * @param noGraph why no flame graph lies beside it; empty when one does
     */
    record Recorded(FlightFacts facts, Optional<String> noGraph) implements Flight {}

    /** There is none, for this reason. */
    record Lost(String reason) implements Flight {}
}
