package dev.loomgate.report;

import dev.loomgate.experiment.CellRun;
import dev.loomgate.load.IterationLoad;
import dev.loomgate.plan.Cell;
import dev.loomgate.report.Chart.ChartSection;
import dev.loomgate.report.Chart.Line;
import dev.loomgate.report.Chart.Point;
import dev.loomgate.summary.Merged;
import dev.loomgate.verdict.CellVerdict;
import dev.loomgate.verdict.SuiteVerdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** How latency is distributed: for each workload at a rate of its own, a line per variant. */
final class LatencyCharts {
    private static final List<Double> PERCENTILES = List.of(1.0, 5.0, 10.0, 25.0, 50.0, 75.0, 90.0, 95.0, 99.0, 99.9);
    private static final double NANOS_PER_MILLI = 1e6;

    private LatencyCharts() {}

    /** What is drawn together: by workload and load, the run of each variant and runtime. Whose rate changes is not. */
    static Map<String, Map<String, CellRun>> groups(SuiteVerdict suite) {
        Map<String, Map<String, CellRun>> groups = new LinkedHashMap<>();
        for (CellVerdict verdict : suite.cells()) {
            CellRun run = verdict.summary().run();
            Cell cell = run.cell();
            if (!Capacities.isOne(verdict) && hasGoodAnswers(run)) {
                groups.computeIfAbsent(
                                cell.workload().name() + ", " + cell.load().displayName(),
                                none -> new LinkedHashMap<>())
                        .put(cell.variant().name() + " · " + cell.runtime().name(), run);
            }
        }
        return groups;
    }

    /** Empty when there is nothing to draw. */
    static List<ChartSection> of(SuiteVerdict suite) {
        Map<String, Map<String, CellRun>> groups = groups(suite);
        if (groups.isEmpty()) {
            return List.of();
        }
        List<Chart> charts = new ArrayList<>();
        List<Table> tables = new ArrayList<>();
        groups.forEach((what, runs) -> {
            charts.add(distribution(what, runs));
            tables.add(table(what, runs));
        });
        return List.of(
                new ChartSection("Latency", "All valid iterations together, from the intended start.", charts, tables));
    }

    /** Where nothing was answered well there is no latency to draw. */
    private static boolean hasGoodAnswers(CellRun run) {
        return run.validIterations().stream()
                .anyMatch(iteration -> iteration.load().good() > 0);
    }

    private static Chart distribution(String what, Map<String, CellRun> runs) {
        List<Line> lines = new ArrayList<>();
        runs.forEach((name, run) -> {
            Histogram all = Merged.of(run.validIterations(), IterationLoad::latency);
            lines.add(new Line(
                    name,
                    PERCENTILES.stream()
                            .map(percentile -> new Point(millis(all, percentile), percentile))
                            .toList()));
        });
        return new Chart(id(what, "cdf"), what + ": distribution", "latency, ms", "requests, %", true, lines);
    }

    private static Table table(String what, Map<String, CellRun> runs) {
        List<String> heads = Stream.concat(
                        Stream.of("variant"), PERCENTILES.stream().map(percentile -> "p" + Figures.number(percentile)))
                .toList();
        List<List<String>> rows = new ArrayList<>();
        runs.forEach((name, run) -> {
            Histogram all = Merged.of(run.validIterations(), IterationLoad::latency);
            rows.add(Stream.concat(
                            Stream.of(name),
                            PERCENTILES.stream().map(percentile -> Figures.number(millis(all, percentile))))
                    .toList());
        });
        return new Table("Latency: " + what, "In milliseconds.", heads, 1, rows);
    }

    private static double millis(Histogram nanos, double percentile) {
        return nanos.getValueAtPercentile(percentile) / NANOS_PER_MILLI;
    }

    private static String id(String what, String kind) {
        return RateCharts.id(what) + "-" + kind;
    }
}
