package dev.loomgate.load;

import java.util.List;

/** An order that is being carried out, and stands at a gate. */
sealed interface GeneratorWork permits GeneratorRun, SimulationRun {
    /** Lets the load start that waits. */
    void go(int requestsPerSecond, ArrivalSpacing spacing);

    /** Takes other tokens for what comes later, one for each server. */
    void renew(List<String> tokens);

    /** Skips it, and all of its kind. */
    void enough();
}
