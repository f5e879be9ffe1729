package dev.loomgate.report;

import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Unit;
import dev.loomgate.plan.BackendDependency;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.Workload;
import dev.loomgate.report.PageView.Gate;
import dev.loomgate.report.PageView.Row;
import dev.loomgate.report.PageView.Table;
import dev.loomgate.report.PageView.Value;
import dev.loomgate.summary.Estimate;
import dev.loomgate.verdict.CellVerdict;
import dev.loomgate.verdict.CellVerdict.Outcome;
import dev.loomgate.verdict.Numbers;
import dev.loomgate.verdict.Sentences;
import dev.loomgate.verdict.SuiteVerdict;
import dev.loomgate.verdict.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The result tables of the page: one per workload, one row per cell, one column per metric. */
final class HtmlTables {
    private HtmlTables() {}

    static List<Table> of(SuiteVerdict suite) {
        Map<String, List<Row>> rows = new LinkedHashMap<>();
        Map<String, Workload> workloads = new LinkedHashMap<>();
        for (int i = 0; i < suite.cells().size(); i++) {
            CellVerdict cell = suite.cells().get(i);
            Workload workload = cell.summary().run().cell().workload();
            workloads.putIfAbsent(workload.name(), workload);
            rows.computeIfAbsent(workload.name(), name -> new ArrayList<>()).add(row(suite, cell, i + 1));
        }
        return workloads.values().stream()
                .map(workload ->
                        new Table(workload.name(), about(workload), rows.getOrDefault(workload.name(), List.of())))
                .toList();
    }

    private static String about(Workload workload) {
        return "GET " + workload.path()
                + (workload.waits().isZero() ? "" : ", waits " + Figures.duration(workload.waits()))
                + switch (workload.behind()) {
                    case BackendDependency.Nothing nothing -> "";
                    case BackendDependency.Downstream downstream -> ", asks the downstream service";
                    case BackendDependency.Database database ->
                        ", asks the database"
                                + database.delay()
                                        .map(delay -> " through the delay proxy, " + Figures.duration(delay))
                                        .orElse("");
                };
    }

    private static Row row(SuiteVerdict suite, CellVerdict verdict, int number) {
        Cell cell = verdict.summary().run().cell();
        List<Value> values = new ArrayList<>();
        for (MetricGroup group : MetricGroup.values()) {
            boolean first = true;
            for (Metric metric : group.shown(suite)) {
                values.add(value(verdict, metric, first));
                first = false;
            }
        }
        String where = cell.load().displayName() + " · " + cell.runtime().name();
        return new Row(number, cell.variant().name(), where, Mark.of(verdict.outcome()), values);
    }

    private static Value value(CellVerdict cell, Metric metric, boolean first) {
        List<Verdict> verdicts = cell.verdicts(metric);
        List<Gate> gates = verdicts.stream().map(HtmlTables::gate).toList();
        String style = verdicts.stream()
                .map(Sentences::outcome)
                .min(HtmlTables::worseFirst)
                .map(outcome -> Mark.of(outcome).style())
                .orElse("");
        return switch (cell.summary().estimate(metric)) {
            case Estimate.Missing missing ->
                new Value("n/a", "", metric + ": " + missing.reason(), first, style, gates);
            case Estimate.Estimated estimated -> {
                Numbers numbers = Numbers.telling(estimated, verdicts);
                yield new Value(
                        numbers.write(estimated.value()),
                        numbers.interval(estimated.low(), estimated.high()),
                        title(estimated, numbers),
                        first,
                        style,
                        gates);
            }
        };
    }

    static Gate gate(Verdict verdict) {
        return new Gate(Mark.of(verdict), verdict.limit().expression(), Sentences.of(verdict));
    }

    private static int worseFirst(Outcome one, Outcome other) {
        List<Outcome> order =
                List.of(Outcome.INVALID, Outcome.FAILED, Outcome.INCONCLUSIVE, Outcome.PASSED, Outcome.UNGATED);
        return Integer.compare(order.indexOf(one), order.indexOf(other));
    }

    private static String title(Estimate.Estimated estimated, Numbers numbers) {
        Unit unit = estimated.metric().unit();
        String values = estimated.values().stream().map(numbers::write).collect(Collectors.joining(", "));
        return estimated.metric() + ": " + numbers.write(estimated.value()) + " " + unit + ", 95 % interval "
                + numbers.interval(estimated.low(), estimated.high()) + " " + unit
                + (values.isEmpty() ? "" : "; iterations: " + values);
    }
}
