package dev.loomgate.load;

import java.util.OptionalLong;

/** What sends requests. */
public interface Load {
    /**
     * Begins a simulation: one order, one report.
     *
     * @throws GeneratorBrokeException when the generator can't be started
     */
    LoadRun begin(LoadOrder order);

    /** Process id of the generator; empty while there is none. */
    OptionalLong pid();
}
