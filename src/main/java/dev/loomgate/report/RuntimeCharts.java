package dev.loomgate.report;

import dev.loomgate.metric.Metric;
import dev.loomgate.plan.Cell;
import dev.loomgate.report.Chart.ChartSection;
import dev.loomgate.report.Chart.Line;
import dev.loomgate.report.Chart.Point;
import dev.loomgate.summary.CellSummary;
import dev.loomgate.summary.Estimate;
import dev.loomgate.verdict.CellVerdict;
import dev.loomgate.verdict.SuiteVerdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Metrics across runtimes, where a load was put to three or more of them: CPU quotas, collectors, JDKs. A chart per
 * metric, with the points of each variant, and a table with all the numbers.
 */
final class RuntimeCharts {
    /** Of two the result table says as much. */
    private static final int FEWEST = 3;

    private static final List<Metric> DRAWN = List.of(
            Metric.THROUGHPUT,
            Metric.P50,
            Metric.P99,
            Metric.APPLICATION_CPU,
            Metric.GC_CPU,
            Metric.HEAP_PEAK,
            Metric.RSS);

    private RuntimeCharts() {}

    /** Empty when no load was put to so many. */
    static List<ChartSection> of(SuiteVerdict suite) {
        Map<String, List<CellSummary>> byLoad = new LinkedHashMap<>();
        for (CellVerdict verdict : suite.cells()) {
            Cell cell = verdict.summary().run().cell();
            if (!Capacities.isOne(verdict)) {
                byLoad.computeIfAbsent(
                                cell.workload().name() + ", " + cell.load().displayName(), none -> new ArrayList<>())
                        .add(verdict.summary());
            }
        }
        List<Chart> charts = new ArrayList<>();
        List<Table> tables = new ArrayList<>();
        byLoad.forEach((what, cells) -> {
            List<String> runtimes =
                    cells.stream().map(RuntimeCharts::runtime).distinct().toList();
            if (runtimes.size() >= FEWEST) {
                DRAWN.forEach(metric -> charts.add(chart(what, metric, runtimes, cells)));
                tables.add(table(what, cells));
            }
        });
        return charts.isEmpty()
                ? List.of()
                : List.of(new ChartSection(
                        "Runtimes side by side",
                        "The same load on each runtime; a vertical stroke is an interval.",
                        charts,
                        tables));
    }

    private static Chart chart(String what, Metric metric, List<String> runtimes, List<CellSummary> cells) {
        Map<String, List<Point>> lines = new LinkedHashMap<>();
        IntStream.range(0, runtimes.size())
                .forEach(place -> cells.stream()
                        .filter(cell -> runtime(cell).equals(runtimes.get(place)))
                        .forEach(cell -> {
                            if (cell.estimate(metric) instanceof Estimate.Estimated known) {
                                lines.computeIfAbsent(variant(cell), none -> new ArrayList<>())
                                        .add(point(place, known));
                            }
                        }));
        return new Chart(
                RateCharts.id(what) + "-runtimes-" + metric.key(),
                what + ": " + metric.key(),
                "runtime",
                metric.key() + ", " + metric.unit().symbol(),
                false,
                runtimes,
                lines.entrySet().stream()
                        .map(line -> new Line(line.getKey(), line.getValue()))
                        .toList());
    }

    private static Point point(int place, Estimate.Estimated known) {
        return known.isOneValue()
                ? new Point(place, known.value())
                : new Point(place, known.value(), known.low(), known.high());
    }

    private static Table table(String what, List<CellSummary> cells) {
        List<String> heads = Stream.concat(
                        Stream.of("variant", "runtime"),
                        DRAWN.stream()
                                .map(metric ->
                                        metric.key() + ", " + metric.unit().symbol()))
                .toList();
        return new Table(
                "Runtimes: " + what,
                "The cell's estimate with its 95 % interval.",
                heads,
                2,
                cells.stream()
                        .map(cell -> Stream.concat(
                                        Stream.of(variant(cell), runtime(cell)),
                                        DRAWN.stream().map(metric -> value(cell, metric)))
                                .toList())
                        .toList());
    }

    private static String value(CellSummary cell, Metric metric) {
        return switch (cell.estimate(metric)) {
            case Estimate.Estimated known ->
                Figures.number(known.value())
                        + (known.isOneValue()
                                ? ""
                                : " (" + Figures.number(known.low()) + " to " + Figures.number(known.high()) + ")");
            case Estimate.Missing missing -> "n/a";
        };
    }

    private static String variant(CellSummary cell) {
        return cell.run().cell().variant().name();
    }

    private static String runtime(CellSummary cell) {
        return cell.run().cell().runtime().name();
    }
}
