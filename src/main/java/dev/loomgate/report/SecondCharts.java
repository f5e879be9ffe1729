package dev.loomgate.report;

import dev.loomgate.experiment.CellRun;
import dev.loomgate.experiment.Iteration;
import dev.loomgate.report.Chart.ChartSection;
import dev.loomgate.report.Chart.Line;
import dev.loomgate.report.Chart.Point;
import dev.loomgate.sampling.Second;
import dev.loomgate.verdict.SuiteVerdict;
import java.io.FileNotFoundException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.apache.commons.statistics.descriptive.DoubleStatistics;
import org.apache.commons.statistics.descriptive.Statistic;

/**
 * How a load went second by second, as the studies draw it: p99, CPU, memory and threads, for each workload at a rate of
 * its own with a line per variant; and how steady it was.
 */
final class SecondCharts {
    private static final String TAG = "latency";
    private static final double NANOS_PER_MILLI = 1e6;

    /** Reads the interval logs of iterations, each once: the page is written again after every cell. */
    private final Map<Path, List<Double>> known = new HashMap<>();

    /**
     * One quantity.
     *
     * @param of its seconds in an iteration
     */
    private record Quantity(String key, String up, Function<Iteration, List<Double>> of) {
        List<Double> all(CellRun run) {
            return run.validIterations().stream().map(of).flatMap(List::stream).toList();
        }
    }

    /** Empty when there is nothing to draw. */
    List<ChartSection> of(SuiteVerdict suite) {
        Path logs = suite.plan().output().resolve("hlog");
        List<Quantity> quantities = List.of(
                new Quantity("p99", "p99, ms", iteration -> p99(logs, iteration)),
                new Quantity("cpus", "CPUs in use", used(Second::cpus)),
                new Quantity("rss", "RSS, MiB", used(Second::rssMebibytes)),
                new Quantity("threads", "threads", used(Second::threads)));
        List<Chart> charts = new ArrayList<>();
        List<Table> tables = new ArrayList<>();
        LatencyCharts.groups(suite).forEach((what, runs) -> {
            quantities.stream()
                    .map(quantity -> chart(what, quantity, runs))
                    .filter(chart -> !chart.lines().isEmpty())
                    .forEach(charts::add);
            tables.add(table(what, quantities, runs));
        });
        return charts.isEmpty()
                ? List.of()
                : List.of(new ChartSection(
                        "Second by second",
                        "The seconds of all valid iterations, one after the other; CPU, memory and threads as they are seen"
                                + " from outside.",
                        charts,
                        tables));
    }

    private static Function<Iteration, List<Double>> used(ToDoubleFunction<Second> value) {
        return iteration ->
                iteration.seconds().stream().map(value::applyAsDouble).toList();
    }

    private static Chart chart(String what, Quantity quantity, Map<String, CellRun> runs) {
        List<Line> lines = new ArrayList<>();
        runs.forEach((name, run) -> {
            List<Point> points = new ArrayList<>();
            quantity.all(run).forEach(value -> points.add(new Point(points.size() + 1, value)));
            if (!points.isEmpty()) {
                lines.add(new Line(name, points));
            }
        });
        return new Chart(
                RateCharts.id(what) + "-seconds-" + quantity.key(),
                what + ": " + quantity.key() + " second by second",
                "second of load",
                quantity.up(),
                false,
                lines);
    }

    private static Table table(String what, List<Quantity> quantities, Map<String, CellRun> runs) {
        List<List<String>> rows = new ArrayList<>();
        runs.forEach((name, run) -> rows.add(Stream.concat(
                        Stream.of(name), quantities.stream().map(quantity -> steadiness(quantity.all(run))))
                .toList()));
        return new Table(
                "Second by second: " + what,
                "Mean of the seconds, and in brackets by how much they fluctuate: their standard deviation as a share of"
                        + " the mean.",
                Stream.concat(Stream.of("variant"), quantities.stream().map(Quantity::up))
                        .toList(),
                1,
                rows);
    }

    private static String steadiness(List<Double> seconds) {
        if (seconds.size() < 2) {
            return "n/a";
        }
        DoubleStatistics all = DoubleStatistics.of(
                EnumSet.of(Statistic.MEAN, Statistic.STANDARD_DEVIATION),
                seconds.stream().mapToDouble(Double::doubleValue).toArray());
        double mean = all.getAsDouble(Statistic.MEAN);
        return Figures.number(mean)
                + String.format(Locale.ROOT, " (%.1f %%)", 100 * all.getAsDouble(Statistic.STANDARD_DEVIATION) / mean);
    }

    /** The 99th percentile of each second, ms; empty where there is no log. */
    private List<Double> p99(Path folder, Iteration iteration) {
        String name = iteration.load().hlog();
        return name.isEmpty() ? List.of() : known.computeIfAbsent(folder.resolve(name), SecondCharts::read);
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
