package com.acme.shop;

import static dev.loomgate.junit.LoomgateAssertions.assertThat;

import dev.loomgate.junit.Cell;
import dev.loomgate.junit.PerformanceGate;
import dev.loomgate.verdict.CellVerdict;

/** What perf.yml plans and limits. */
@PerformanceGate("perf.yml")
class ShopPerfIT {
    @Cell
    void holdsItsLimits(CellVerdict cell) {
        assertThat(cell).hasNoErrors();
    }
}
