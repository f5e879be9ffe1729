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
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.apache.commons.statistics.descriptive.DoubleStatistics;
import org.apache.commons.statistics.descriptive.Statistic;

/**
 * How a load went second by second, as the studies draw it: p99, throughput, CPU, memory, collections and threads, for
 * each workload at a rate of its own with a line per variant; and how steady it was.
 */
final class SecondCharts {
    private static final String TAG = "latency";
    private static final double NANOS_PER_MILLI = 1e6;

    /** Reads the interval logs of iterations, each once: the page is written again after every cell. */
    private final Map<Path, List<Answers>> known = new HashMap<>();

    /** To the requests of a second. */
    private record Answers(long good, double p99) {}

    /**
     * One quantity.
     *
     * @param of its seconds in an iteration
     * @param mayBeMissing whether there is no chart of it where it is 0 all the time
     */
    private record Quantity(String key, String up, Function<Iteration, List<Double>> of, boolean mayBeMissing) {
        Quantity(String key, String up, Function<Iteration, List<Double>> of) {
            this(key, up, of, false);
        }

        List<Double> all(CellRun run) {
            return run.validIterations().stream().map(of).flatMap(List::stream).toList();
        }
    }

    /** Empty when there is nothing to draw. */
    List<ChartSection> of(SuiteVerdict suite) {
        Path logs = suite.plan().output().resolve("hlog");
        List<Quantity> quantities = List.of(
                new Quantity("p99", "p99, ms", answered(logs, answers -> answers.good() > 0, Answers::p99)),
                new Quantity("throughput", "good answers per second", answered(logs, answers -> true, Answers::good)),
                new Quantity("cpus", "CPUs in use", used(Second::cpus)),
                new Quantity("rss", "RSS, MiB", used(Second::rssMebibytes)),
                new Quantity("heap", "used heap, MiB", ofHeap(Second.Heap::usedMebibytes)),
                new Quantity("collections", "pauses of the collector", ofHeap(Second.Heap::collections), true),
                new Quantity("pauses", "ms in these pauses", ofHeap(Second.Heap::pausedMilliseconds), true),
                new Quantity("threads", "threads", used(Second::threads)));
        List<Chart> charts = new ArrayList<>();
        List<Table> tables = new ArrayList<>();
        LatencyCharts.groups(suite).forEach((what, runs) -> {
            quantities.stream()
                    .filter(quantity -> isDrawn(quantity, runs.values()))
                    .map(quantity -> chart(what, quantity, runs))
                    .forEach(charts::add);
            tables.add(table(what, quantities, runs));
        });
        return charts.isEmpty()
                ? List.of()
                : List.of(new ChartSection(
                        "Second by second",
                        "The seconds of all valid iterations, one after the other; what the server uses as it is seen from"
                                + " outside. Used heap is what the collector publishes: G1 and ZGC as it fills, Serial and Parallel"
                                + " when they have collected. Collections are drawn where there were any.",
                        charts,
                        tables));
    }

    private Function<Iteration, List<Double>> answered(
            Path logs, Predicate<Answers> tells, ToDoubleFunction<Answers> value) {
        return iteration -> answers(logs, iteration).stream()
                .filter(tells)
                .map(value::applyAsDouble)
                .toList();
    }

    private static Function<Iteration, List<Double>> used(ToDoubleFunction<Second> value) {
        return iteration ->
                iteration.seconds().stream().map(value::applyAsDouble).toList();
    }

    private static Function<Iteration, List<Double>> ofHeap(ToDoubleFunction<Second.Heap> value) {
        return iteration -> iteration.seconds().stream()
                .flatMap(second -> second.heap().stream())
                .map(value::applyAsDouble)
                .toList();
    }

    private static boolean isDrawn(Quantity quantity, Collection<CellRun> runs) {
        return runs.stream()
                .flatMap(run -> quantity.all(run).stream())
                .anyMatch(value -> value != 0 || !quantity.mayBeMissing());
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
        if (mean == 0) {
            return "0";
        }
        return Figures.number(mean)
                + String.format(Locale.ROOT, " (%.1f %%)", 100 * all.getAsDouble(Statistic.STANDARD_DEVIATION) / mean);
    }

    /** Of each second; empty where there is no log. */
    private List<Answers> answers(Path folder, Iteration iteration) {
        String name = iteration.load().hlog();
        return name.isEmpty() ? List.of() : known.computeIfAbsent(folder.resolve(name), SecondCharts::read);
    }

    private static List<Answers> read(Path file) {
        List<Answers> values = new ArrayList<>();
        try (HistogramLogReader reader = new HistogramLogReader(file.toFile())) {
            while (reader.hasNext()) {
                EncodableHistogram next = reader.nextIntervalHistogram();
                if (next instanceof Histogram second && TAG.equals(second.getTag())) {
                    values.add(new Answers(second.getTotalCount(), second.getValueAtPercentile(99) / NANOS_PER_MILLI));
                }
            }
            return values;
        } catch (FileNotFoundException gone) {
            return List.of();
        }
    }
}
