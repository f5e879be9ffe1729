package dev.loomgate.load;

import java.util.OptionalInt;

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

    /**
     * The same where the rate of each phase is told when it begins ({@link Arrivals.Stepped}): the rate in req/s, which must be a whole number of requests in the length of a phase; empty when enough has
     * been measured.
     */
    default OptionalInt nextRate(int iteration) {
        throw new UnsupportedOperationException("this load has its rates in the order");
    }

    /** How its requests follow each other, in the open model; asked when the phase may start. */
    default Pace pace(int iteration) {
        return Pace.EVEN;
    }

    /** The last answer of a phase has arrived, just now; numbers follow. */
    void iterationEnded(int iteration);

    /** What the phase looked like from the generator. */
    void measured(int iteration, IterationLoad load);
}
