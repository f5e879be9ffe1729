package dev.loomgate;

import dev.loomgate.metric.Invalidity;
import dev.loomgate.plan.Cell;
import dev.loomgate.trial.CellRun;
import dev.loomgate.trial.Sustained;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What came of cells, without a server: no iterations. */
final class CellRuns {
    private CellRuns() {}

    static CellRun without(Cell cell, Optional<String> died, List<String> invalid, List<Sustained> ends) {
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
