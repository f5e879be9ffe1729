package dev.loomgate.sampling;

/** What came of a flight recording. */
public sealed interface Flight {
    /** It is there, and has been read. */
    record Recorded(FlightFacts facts) implements Flight {}

    /** There is none, for this reason. */
    record Lost(String reason) implements Flight {}
}
