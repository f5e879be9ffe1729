package dev.loomgate.experiment;

import dev.loomgate.load.Address;
import dev.loomgate.load.LoadOrder;
import dev.loomgate.plan.Cell;
import java.util.List;
import java.util.Optional;

/**
 * One kind of run: which phase comes next, from what those before have given, and what becomes of them all. {@link
 * Measurement} does the rest. A schedule outlives its servers: where a phase has broken them, it goes on with fresh
 * ones.
 *
 * @param <R> what it ends with
 */
interface Schedule<R> {
    /** What an arm is, for everything that knows one server at a time. */
    Cell cell(int arm);

    /** What stands before a sentence about an arm: {@code jdk25: }, or nothing where there is one arm only. */
    default String prefix(int arm) {
        return "";
    }

    WarmUpPlan warmUp();

    /** Fresh arms are up, and what they are has been checked. */
    default void begins() {}

    /**
     * For the generator's next simulation: enough phases for what can be foreseen.
     *
     * @param servers of the arms
     */
    LoadOrder order(List<Address> servers);

    /** The next phase; empty when enough is known, or nothing more can be learned. */
    Optional<Phase> next();

    /** Takes in what the phase gave that was {@link #next}: one for each of its arms, in their order there. */
    After took(List<Measured> measured);

    /** What has come out; empty when it needs fresh servers to go on. */
    Optional<R> result(Measurement measurement);

    /** What a phase means for the arm it ran on. */
    enum After {
        /** It may go on at once. */
        FIT,
        /** It could not follow: it must answer well again before it goes on. */
        TO_RECOVER
    }
}
