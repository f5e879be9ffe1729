package dev.loomgate.report;

import dev.loomgate.experiment.CellRun;
import dev.loomgate.experiment.Explanation;
import dev.loomgate.experiment.Iteration;
import dev.loomgate.experiment.LatencyMetric;
import dev.loomgate.experiment.Step;
import dev.loomgate.load.IterationLoad;
import dev.loomgate.metric.Invalidity;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.report.PageView.Details;
import dev.loomgate.report.PageView.Link;
import dev.loomgate.sampling.FlameGraph;
import dev.loomgate.sampling.Flight;
import dev.loomgate.verdict.CellVerdict;
import dev.loomgate.verdict.CellVerdict.Outcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Everything about one cell: verdicts, iterations, configuration, command line. */
final class HtmlDetails {
    private static final List<Metric> SHOWN = List.of(
            Metric.P50,
            Metric.P99,
            Metric.THROUGHPUT,
            Metric.APPLICATION_CPU,
            Metric.ALLOCATED,
            Metric.LIVE_HEAP,
            Metric.RSS);

    private HtmlDetails() {}

    static Details of(CellVerdict cell, int number) {
        CellRun run = cell.summary().run();
        return new Details(
                number,
                run.cell().displayName(),
                run.cell().id(),
                Mark.of(cell.outcome()),
                Figures.duration(run.wallTime()) + ", " + Figures.share(run.loadTime(), run.wallTime())
                        + " of it under load",
                links(run),
                HtmlPage.sentences(cell.reasons()),
                Endings.andNotes(run),
                cell.verdicts().stream().map(HtmlTables::gate).toList(),
                columns(),
                run.iterations().stream().map(HtmlDetails::iteration).toList(),
                run.explanation().map(Explanations::of).orElse(List.of()),
                HtmlPage.pairs(new TreeMap<>(run.effective())),
                run.commandLine());
    }

    private static List<Link> links(CellRun run) {
        List<Link> links = new ArrayList<>();
        if (!run.gatlingReport().isEmpty()) {
            links.add(new Link("Gatling report", Links.href(run.gatlingReport())));
        }
        if (!run.serverLog().isEmpty()) {
            links.add(new Link("Server log", Links.href(run.serverLog())));
        }
        run.explanation().ifPresent(explanation -> links.addAll(links(explanation)));
        return links;
    }

    private static List<Link> links(Explanation explanation) {
        Path recording = explanation.recording();
        return switch (explanation.flight()) {
            case Flight.Recorded recorded -> {
                List<Link> links = new ArrayList<>();
                if (recorded.noGraph().isEmpty()) {
                    links.add(link("Flame graph", FlameGraph.beside(recording)));
                }
                links.add(link("Flight recording", recording));
                yield links;
            }
            case Flight.Lost lost -> List.of();
        };
    }

    private static Link link(String text, Path ofRecording) {
        return new Link(text, Links.href("jfr/" + ofRecording.getFileName()));
    }

    private static List<String> columns() {
        return Stream.concat(
                        Stream.of("planned", "started", "good", "failed", "wrong bodies"),
                        SHOWN.stream().map(metric -> metric.key() + ", " + metric.unit()))
                .toList();
    }

    private static PageView.Iteration iteration(Iteration iteration) {
        IterationLoad load = iteration.load();
        List<String> values = new ArrayList<>();
        Stream.of(load.planned(), load.started(), load.good(), load.failed(), load.wrongBodies())
                .forEach(count -> values.add(Long.toString(count)));
        SHOWN.forEach(metric -> values.add(reading(iteration, metric)));
        String failed = new TreeMap<>(load.errors())
                .entrySet().stream()
                        .map(entry -> entry.getValue() + " × " + entry.getKey())
                        .collect(Collectors.joining(", "));
        String notGood = load.notGood().getTotalCount() == 0
                ? failed
                : failed + (failed.isEmpty() ? "" : "; ") + "not good answers took "
                        + millis(Metric.P50, load) + " at the median, " + millis(Metric.P99, load) + " at p99, "
                        + millis(Metric.MAX, load) + " at most";
        return new PageView.Iteration(
                iteration.number() + iteration.step().map(HtmlDetails::step).orElse(""),
                Mark.of(iteration.valid() ? Outcome.PASSED : Outcome.INVALID),
                values,
                notGood,
                Invalidity.sentences(iteration.invalid()),
                iteration.notes(),
                load.hlog().isEmpty() ? "" : Links.href("hlog/" + load.hlog()));
    }

    private static String millis(Metric metric, IterationLoad load) {
        return Figures.number(LatencyMetric.millis(metric, load.notGood()), metric.unit());
    }

    private static String step(Step step) {
        return ": " + step.requestsPerSecond() + " req/s, " + (step.held() ? "held" : step.why());
    }

    private static String reading(Iteration iteration, Metric metric) {
        return iteration.readings().get(metric) instanceof Reading.Measured measured
                ? Figures.number(measured.value())
                : "n/a";
    }
}
