package dev.loomgate.load;

/** An order that is being carried out, and stands at a gate. */
sealed interface GeneratorWork permits GeneratorRun, SimulationRun {
    /** Lets the load start that waits. */
    void go(int requestsPerSecond, ArrivalSpacing spacing);

    /** Skips it, and all of its kind. */
    void enough();
}
