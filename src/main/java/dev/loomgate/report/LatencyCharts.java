package dev.loomgate.report;

import dev.loomgate.experiment.CellRun;
import dev.loomgate.experiment.Iteration;
import dev.loomgate.load.IterationLoad;
import dev.loomgate.plan.Cell;
import dev.loomgate.report.Chart.ChartSection;
import dev.loomgate.report.Chart.Line;
import dev.loomgate.report.Chart.Point;
import dev.loomgate.summary.Merged;
import dev.loomgate.verdict.CellVerdict;
import dev.loomgate.verdict.SuiteVerdict;
import java.io.FileNotFoundException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;

/**
 * How latency is distributed, and how it went second by second: for each workload at a rate of its own, a line per
 * variant.
 */
final class LatencyCharts {
    private static final List<Double> PERCENTILES = List.of(1.0, 5.0, 10.0, 25.0, 50.0, 75.0, 90.0, 95.0, 99.0, 99.9);
    private static final double NANOS_PER_MILLI = 1e6;

    private final SecondBySecond seconds = new SecondBySecond();

    /** Cells whose rate changes have their own; empty when there are no others. */
    List<ChartSection> of(SuiteVerdict suite) {
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
        if (groups.isEmpty()) {
            return List.of();
        }
        List<Chart> charts = new ArrayList<>();
        List<Table> tables = new ArrayList<>();
        groups.forEach((what, runs) -> {
            charts.add(distribution(what, runs));
            charts.add(overTime(what, runs, suite));
            tables.add(table(what, runs));
        });
        return List.of(new ChartSection(
                "Latency",
                "All valid iterations together, from the intended start; then the 99th percentile of every second of them, one after the other.",
                charts,
                tables));
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

    private Chart overTime(String what, Map<String, CellRun> runs, SuiteVerdict suite) {
        List<Line> lines = new ArrayList<>();
        runs.forEach((name, run) -> {
            List<Point> points = new ArrayList<>();
            for (Iteration iteration : run.validIterations()) {
                for (double value : seconds.p99(suite.plan().output().resolve("hlog"), iteration)) {
                    points.add(new Point(points.size() + 1, value));
                }
            }
            lines.add(new Line(name, points));
        });
        return new Chart(id(what, "time"), what + ": second by second", "second of load", "p99, ms", false, lines);
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

    /** Reads the interval logs of iterations, each once: the page is written again after every cell. */
    private static final class SecondBySecond {
        private static final String TAG = "latency";

        private final Map<Path, List<Double>> known = new HashMap<>();

        /** The 99th percentile of each second, ms; empty where there is no log. */
        List<Double> p99(Path folder, Iteration iteration) {
            String name = iteration.load().hlog();
            return name.isEmpty() ? List.of() : known.computeIfAbsent(folder.resolve(name), SecondBySecond::read);
        }

        private static List<Double> read(Path file) {
            List<Double> values = new ArrayList<>();
            try (HistogramLogReader reader = new HistogramLogReader(file.toFile())) {
                while (reader.hasNext()) {
                    EncodableHistogram next = reader.nextIntervalHistogram();
                    if (next instanceof Histogram second && TAG.equals(second.getTag()) && second.getTotalCount() > 0) {
                        values.add(second.getValueAtPercentile(99) / NANOS_PER_MILLI);
                    }
                }
                return values;
            } catch (FileNotFoundException gone) {
                return List.of();
            }
        }
    }
}
