package dev.loomgate.load;

/**
 * Decides when load starts and stops: called by {@link LoadGenerator#drive} on the caller's thread, in the order of the phases. While a method runs,
 * there is no load on the server.
 */
public interface Conductor {
    /** A warm-up cycle is about to start, counted from 1; false when the server is warm. */
    boolean anotherWarmUp(int cycle);

    /** The load of a warm-up cycle has ended. */
    void warmUpEnded(int cycle);

    /** A measured phase is about to start, counted from 1; false when enough has been measured. Load starts as soon as this returns. */
    boolean anotherIteration(int iteration);

    /** The last answer of a phase has arrived, just now; numbers follow. */
    void iterationEnded(int iteration);

    /** What the phase looked like from the generator. */
    void measured(int iteration, IterationLoad load);
}
