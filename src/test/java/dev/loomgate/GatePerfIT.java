package dev.loomgate;

import dev.loomgate.junit.Cell;
import dev.loomgate.junit.PerformanceGate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * What {@code mvn verify -Pperf} runs, whichever kind of run the switches ask for: cells, a comparison of two arms, or
 * claims.
 */
@Tag("perf")
@PerformanceGate
@Isolated
class GatePerfIT {
    @Cell
    void isNotRed() {}
}
