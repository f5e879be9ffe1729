package dev.loomgate.report;

import dev.loomgate.metric.Metric;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.Ramp;
import dev.loomgate.report.Chart.ChartSection;
import dev.loomgate.report.Chart.Line;
import dev.loomgate.report.Chart.Point;
import dev.loomgate.summary.Estimate;
import dev.loomgate.summary.RateCurve;
import dev.loomgate.verdict.CellVerdict;
import dev.loomgate.verdict.SuiteVerdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Metrics against the rate, as the studies show them: for each workload that was ramped a chart per metric with a line
 * per variant, and a table with all the numbers.
 */
final class RateCharts {
    private static final List<Metric> DRAWN = List.of(
            Metric.P50,
            Metric.P99,
            Metric.THROUGHPUT,
            Metric.CPU_LOAD,
            Metric.HEAP_PEAK,
            Metric.RSS,
            Metric.THREADS_PEAK);

    private final List<Chart> charts = new ArrayList<>();
    private final List<Table> tables = new ArrayList<>();

    private RateCharts() {}

    /** Empty when there was no ramp. */
    static List<ChartSection> of(SuiteVerdict suite) {
        RateCharts all = new RateCharts();
        Map<String, Map<String, RateCurve>> byWorkload = new LinkedHashMap<>();
        for (CellVerdict verdict : suite.cells()) {
            Cell cell = verdict.summary().run().cell();
            if (cell.load() instanceof Ramp ramp) {
                byWorkload
                        .computeIfAbsent(
                                cell.workload().name() + ", " + ramp.displayName(), none -> new LinkedHashMap<>())
                        .put(
                                cell.variant().name() + " · " + cell.runtime().name(),
                                RateCurve.of(verdict.summary().run(), ramp));
            }
        }
        byWorkload.forEach(all::add);
        return all.charts.isEmpty()
                ? List.of()
                : List.of(new ChartSection(
                        "Rate curves",
                        "What became of each metric as the rate rose; a vertical stroke is an interval.",
                        all.charts,
                        all.tables));
    }

    /** Fit for the id of an element. */
    static String id(String what) {
        return what.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    }

    private void add(String what, Map<String, RateCurve> curves) {
        String id = id(what);
        for (Metric metric : DRAWN) {
            charts.add(new Chart(
                    id + "-" + metric.key(),
                    what + ": " + metric.key(),
                    "rate, req/s",
                    metric.key() + ", " + metric.unit().symbol(),
                    false,
                    curves.entrySet().stream()
                            .map(curve -> new Line(curve.getKey(), points(curve.getValue(), metric)))
                            .filter(line -> !line.points().isEmpty())
                            .toList()));
        }
        charts.add(new Chart(
                id + "-failed",
                what + ": failed steps",
                "rate, req/s",
                "failed, % of the steps",
                false,
                curves.entrySet().stream()
                        .map(curve -> new Line(curve.getKey(), failed(curve.getValue())))
                        .toList()));
        tables.add(table(what, curves));
    }

    private static List<Point> points(RateCurve curve, Metric metric) {
        return curve.points().stream()
                .filter(point -> point.estimates().get(metric) instanceof Estimate.Estimated)
                .map(point ->
                        point(point, (Estimate.Estimated) point.estimates().get(metric)))
                .toList();
    }

    /** One step alone has no known spread. */
    private static Point point(RateCurve.Point point, Estimate.Estimated value) {
        return value.values().size() > 1 && Double.isFinite(value.high())
                ? new Point(point.requestsPerSecond(), value.value(), value.low(), value.high())
                : new Point(point.requestsPerSecond(), value.value());
    }

    private static List<Point> failed(RateCurve curve) {
        return curve.points().stream()
                .map(point -> new Point(point.requestsPerSecond(), 100 * point.failedShare()))
                .toList();
    }

    private static Table table(String what, Map<String, RateCurve> curves) {
        List<String> heads = Stream.concat(
                        Stream.of("variant", "condition", "rate, req/s", "failed steps"),
                        DRAWN.stream()
                                .map(metric ->
                                        metric.key() + ", " + metric.unit().symbol()))
                .toList();
        List<List<String>> rows = new ArrayList<>();
        curves.forEach((name, curve) -> curve.points().forEach(point -> rows.add(row(name, point))));
        return new Table(
                "Rate curves: " + what,
                "Steps in which no request failed: their mean with its 95 % interval where there were several, or the best of them, as the ramp has it.",
                heads,
                2,
                rows);
    }

    private static List<String> row(String name, RateCurve.Point point) {
        Stream<String> first = Stream.of(
                name,
                point.condition().name().toLowerCase(Locale.ROOT),
                Integer.toString(point.requestsPerSecond()),
                point.failed() + " of " + point.steps());
        return Stream.concat(first, DRAWN.stream().map(metric -> value(point, metric)))
                .toList();
    }

    private static String value(RateCurve.Point point, Metric metric) {
        return point.estimates().get(metric) instanceof Estimate.Estimated estimated
                ? Figures.number(estimated.value())
                        + (estimated.values().size() > 1 && Double.isFinite(estimated.high())
                                ? " (" + Figures.number(estimated.low()) + " to " + Figures.number(estimated.high())
                                        + ")"
                                : "")
                : "";
    }
}
