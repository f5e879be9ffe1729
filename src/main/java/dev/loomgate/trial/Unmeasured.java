package dev.loomgate.trial;

import dev.loomgate.metric.Invalidity;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.plan.Cell;
import dev.loomgate.server.ServerStartException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Cells of which there is nothing but the reason why. */
final class Unmeasured {
    private Unmeasured() {}

    /** A server that ended or did not answer is a result; one that could not be started says nothing about itself. */
    static CellRun of(Cell cell, ServerStartException failure) {
        String reason = String.valueOf(failure.getMessage());
        return failure.ofServer() ? failed(cell, reason) : invalid(cell, Invalidity.instrument(reason));
    }

    /** The cell FAILED. */
    static CellRun failed(Cell cell, String reason) {
        return of(cell, Optional.of(reason), List.of());
    }

    /** A server that can't be sampled says nothing about itself, and a share of a capacity that no search has found is no rate: the cell is INVALID. */
    static CellRun invalid(Cell cell, Invalidity reason) {
        return of(cell, Optional.empty(), List.of(reason));
    }

    private static CellRun of(Cell cell, Optional<String> failure, List<Invalidity> invalid) {
        String why = "the cell was not measured";
        return new CellRun(
                cell,
                List.of(),
                Map.of(
                        Metric.STARTUP, new Reading.Unavailable(Metric.STARTUP, why),
                        Metric.TIME_TO_WARM, new Reading.Unavailable(Metric.TIME_TO_WARM, why)),
                failure,
                invalid,
                List.of(),
                "",
                "",
                "",
                Map.of(),
                Optional.empty(),
                Duration.ZERO,
                Duration.ZERO);
    }
}
