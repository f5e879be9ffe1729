package dev.loomgate.load;

import java.nio.file.Path;
import java.util.List;

/**
 * A simulation under way. The caller pulls: the generator waits at a gate in front of each warm-up cycle and each
 * measured phase, and there is no load on any server while it waits. Every method waits for what it names and throws
 * {@link GeneratorBrokeException} when the generator does something else.
 */
public interface LoadRun extends AutoCloseable {
    /** In place of a rate: the one of the order. */
    int AS_ORDERED = 0;

    /** Waits until the generator stands at its next gate. */
    void ready();

    /** Lets one warm-up cycle run, to its last answer. */
    WarmedUp warmUp();

    /**
     * Takes other tokens for the requests of all later cycles and phases, while the generator waits at a gate.
     *
     * @param tokens one for each server, in the order's order
     */
    void renew(List<String> tokens);

    /** No further warm-up cycle is wanted: measured phases follow. */
    void endWarmUp();

    /**
     * Lets a measured phase run. Returns when its last answer has arrived; {@link #recorded} then tells its numbers.
     *
     * @param requestsPerSecond its rate where the order leaves it open ({@link Arrivals.Stepped}), or {@link
     *     #AS_ORDERED}
     */
    void drive(int requestsPerSecond, ArrivalSpacing spacing);

    /**
     * The phase that has just ended, as the generator saw it: one for each server that shared it, in the order's order
     * of servers.
     */
    List<IterationLoad> recorded();

    /** Skips what is left and waits for the folder of Gatling's report. */
    Path end();

    /** Gives up a simulation that has not ended; the generator is of no further use then. */
    @Override
    void close();
}
