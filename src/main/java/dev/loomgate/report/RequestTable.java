package dev.loomgate.report;

import dev.loomgate.metric.Metric;
import dev.loomgate.plan.Cell;
import dev.loomgate.summary.Estimate;
import dev.loomgate.verdict.CellVerdict;
import dev.loomgate.verdict.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What each of several requests of a workload did by itself. */
final class RequestTable {
    private static final List<Metric> SHOWN =
            List.of(Metric.P50, Metric.P95, Metric.P99, Metric.MAX, Metric.ERRORS, Metric.WRONG_ANSWERS);

    private RequestTable() {}

    /** @param cells of a workload; empty where its requests are all alike */
    static List<Table> of(String workload, List<CellVerdict> cells) {
        List<List<String>> rows = cells.stream()
                .flatMap(cell -> cell.summary().requests().entrySet().stream().map(request -> row(cell, request)))
                .toList();
        if (rows.isEmpty()) {
            return List.of();
        }
        List<String> heads = new ArrayList<>(List.of("request", "variant", "load", "runtime"));
        SHOWN.forEach(metric -> heads.add(metric.key() + ", " + metric.unit()));
        return List.of(new Table(
                workload + ": each request",
                "Percentiles of each request by itself; CPU time and memory are those of all together.",
                heads,
                4,
                rows));
    }

    private static List<String> row(CellVerdict verdict, Map.Entry<String, Map<Metric, Estimate>> request) {
        Cell cell = verdict.summary().run().cell();
        List<String> row = new ArrayList<>(List.of(
                request.getKey(),
                cell.variant().name(),
                cell.load().displayName(),
                cell.runtime().name()));
        for (Metric metric : SHOWN) {
            row.add(
                    request.getValue().get(metric) instanceof Estimate.Estimated estimated
                            ? Numbers.telling(estimated, verdict.verdicts(request.getKey(), metric))
                                    .write(estimated.value())
                            : "n/a");
        }
        return row;
    }
}
