package dev.loomgate.experiment;

import dev.loomgate.metric.Invalidity;
import dev.loomgate.plan.Cell;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What came of cells, without a server: no iterations. */
public final class CellRuns {
    private CellRuns() {}

    public static CellRun without(Cell cell, Optional<String> died, List<String> invalid, List<CapacityResult> ends) {
        return new CellRun(
                cell,
                List.of(),
                Map.of(),
                died,
                invalid.stream().map(Invalidity::instrument).toList(),
                List.of(),
                "",
                "",
                "",
                Map.of(),
                Optional.empty(),
                Duration.ofSeconds(1),
                Duration.ZERO,
                ends,
                Optional.empty());
    }
}
