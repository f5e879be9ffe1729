package dev.loomgate.instrument;

import java.util.List;

/** Servers whose script costs nothing: what others cost more than they is what the others' scripts cost. */
record Baselines(List<MeasuredCell> cells) {
    Baselines {
        cells = List.copyOf(cells);
    }

    /** As the servers that allocate, retain, hold and have more threads, without any of it. */
    MeasuredCell plain() {
        return named("plain");
    }

    /** Answers at once, under the same load: CPU per request depends on the rate. */
    MeasuredCell bareAtTheRateOf(MeasuredCell cell) {
        return named("bare-" + cell.requestsPerSecond());
    }

    private MeasuredCell named(String variant) {
        return cells.stream()
                .filter(each -> each.cell().variant().name().equals(variant))
                .findFirst()
                .orElseThrow(() -> new AssertionError("the plan of the instrument has no cell of " + variant));
    }
}
