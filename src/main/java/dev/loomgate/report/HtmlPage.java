package dev.loomgate.report;

import dev.loomgate.experiment.CellRun;
import dev.loomgate.experiment.Iteration;
import dev.loomgate.experiment.LatencyMetric;
import dev.loomgate.experiment.Step;
import dev.loomgate.load.IterationLoad;
import dev.loomgate.metric.Invalidity;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.metric.Unit;
import dev.loomgate.plan.BackendDependency;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.Plan;
import dev.loomgate.plan.Workload;
import dev.loomgate.report.Chart.ChartScripts;
import dev.loomgate.report.Chart.ChartSection;
import dev.loomgate.report.PageView.Column;
import dev.loomgate.report.PageView.Curves;
import dev.loomgate.report.PageView.Details;
import dev.loomgate.report.PageView.Fact;
import dev.loomgate.report.PageView.Gate;
import dev.loomgate.report.PageView.Group;
import dev.loomgate.report.PageView.Issue;
import dev.loomgate.report.PageView.Link;
import dev.loomgate.report.PageView.Row;
import dev.loomgate.report.PageView.Sentence;
import dev.loomgate.report.PageView.Table;
import dev.loomgate.report.PageView.Value;
import dev.loomgate.sampling.FlameGraph;
import dev.loomgate.sampling.Flight;
import dev.loomgate.summary.Estimate;
import dev.loomgate.verdict.CellVerdict;
import dev.loomgate.verdict.CellVerdict.Outcome;
import dev.loomgate.verdict.Numbers;
import dev.loomgate.verdict.Sentences;
import dev.loomgate.verdict.SuiteVerdict;
import dev.loomgate.verdict.Verdict;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** {@code index.html}: one self-contained page. */
final class HtmlPage {
    private final SecondCharts seconds = new SecondCharts();

    String text(SuiteVerdict suite) {
        return Templates.filled("index.peb", page(suite));
    }

    private PageView page(SuiteVerdict suite) {
        Headline headline = Headline.of(suite);
        Mark mood = Mark.of(headline.mood());
        return new PageView(
                mood.style(),
                mood.symbol(),
                upperFirst(headline.sentence()),
                headline.counts(),
                headline.partial(),
                facts(suite),
                Remarks.of(suite),
                Finding.of(suite).stream().map(HtmlPage::issue).toList(),
                missing(suite),
                groups(suite),
                tables(suite),
                curves(suite),
                IntStream.range(0, suite.cells().size())
                        .mapToObj(i -> details(suite.cells().get(i), i + 1))
                        .toList(),
                pairs(suite.fingerprint().facts()));
    }

    private Curves curves(SuiteVerdict suite) {
        List<ChartSection> sections = Stream.of(
                        RateCharts.of(suite), RuntimeCharts.of(suite), LatencyCharts.of(suite), seconds.of(suite))
                .flatMap(List::stream)
                .toList();
        List<Chart> charts =
                sections.stream().flatMap(section -> section.charts().stream()).toList();
        return new Curves(
                sections,
                charts.isEmpty() ? "" : ChartScripts.numbers(charts),
                charts.isEmpty() ? "" : ChartScripts.code());
    }

    private static List<Fact> facts(SuiteVerdict suite) {
        Plan plan = suite.plan();
        return List.of(
                new Fact(
                        "Started",
                        suite.started().truncatedTo(ChronoUnit.SECONDS).toString()),
                new Fact("Wall time", Figures.duration(suite.wallTime())),
                new Fact(
                        "Under load",
                        Figures.duration(suite.loadTime()) + " (" + Figures.share(suite.loadTime(), suite.wallTime())
                                + ")"),
                new Fact("Fingerprint", suite.fingerprint().id()),
                new Fact("Scale", plan.scale().name()),
                new Fact(
                        "Iterations",
                        plan.scale().iterations() + " × "
                                + Figures.duration(plan.scale().iteration())
                                + (plan.scale().maxIterations() > plan.scale().iterations()
                                        ? ", at most " + plan.scale().maxIterations()
                                        : "")));
    }

    static List<Fact> pairs(Map<String, String> map) {
        return map.entrySet().stream()
                .map(entry -> new Fact(entry.getKey(), entry.getValue()))
                .toList();
    }

    /**
     * A path as an address, segment by segment, so that no name can turn into a scheme, a query or a fragment; empty
     * stays empty.
     */
    static String href(String path) {
        return Arrays.stream(path.split("/", -1))
                .map(segment ->
                        URLEncoder.encode(segment, StandardCharsets.UTF_8).replace("+", "%20"))
                .collect(Collectors.joining("/"));
    }

    private static Issue issue(Finding finding) {
        return new Issue(
                Mark.of(finding.outcome()),
                finding.number(),
                finding.cell().summary().run().cell().displayName(),
                href(finding.cell().summary().run().gatlingReport()),
                sentences(finding.sentences()));
    }

    /** The first line says it; the rest, often the tail of a log, opens on demand. */
    static List<Sentence> sentences(List<String> sentences) {
        return sentences.stream()
                .map(String::strip)
                .map(text -> {
                    int end = text.indexOf('\n');
                    return end < 0
                            ? new Sentence(text, "")
                            : new Sentence(text.substring(0, end).strip(), text.substring(end + 1));
                })
                .toList();
    }

    private static List<String> missing(SuiteVerdict suite) {
        Set<String> measured = suite.cells().stream()
                .map(cell -> cell.summary().run().cell().id())
                .collect(Collectors.toSet());
        return suite.plan().cells().stream()
                .filter(cell -> !measured.contains(cell.id()))
                .map(Cell::displayName)
                .toList();
    }

    private static List<Group> groups(SuiteVerdict suite) {
        return Arrays.stream(MetricGroup.values())
                .map(group -> new Group(
                        group.title(),
                        group.shown(suite).stream()
                                .map(metric ->
                                        new Column(metric.key(), metric.unit().symbol(), metric.meaning()))
                                .toList()))
                .toList();
    }

    private static String upperFirst(String sentence) {
        return sentence.substring(0, 1).toUpperCase(Locale.ROOT) + sentence.substring(1);
    }

    /** One per workload, one row per cell, one column per metric. */
    private static List<Table> tables(SuiteVerdict suite) {
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
        return workload.clients().inWords()
                + (workload.waits().isZero() ? "" : ", waits " + Figures.duration(workload.waits()))
                + switch (workload.behind()) {
                    case BackendDependency.Nothing nothing -> "";
                    case BackendDependency.Downstream downstream -> ", asks the downstream service";
                    case BackendDependency.Itself itself -> ", asks itself";
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
        List<Gate> gates = verdicts.stream().map(HtmlPage::gate).toList();
        String style = verdicts.stream()
                .map(Sentences::outcome)
                .min(HtmlPage::worseFirst)
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

    private static Gate gate(Verdict verdict) {
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

    /** Everything about one cell: verdicts, iterations, configuration, command line. */
    private static Details details(CellVerdict cell, int number) {
        CellRun run = cell.summary().run();
        return new Details(
                number,
                run.cell().displayName(),
                run.cell().id(),
                Mark.of(cell.outcome()),
                Figures.duration(run.wallTime()) + ", " + Figures.share(run.loadTime(), run.wallTime())
                        + " of it under load",
                links(run),
                sentences(cell.reasons()),
                Remarks.endingsAndNotes(run),
                cell.verdicts().stream().map(HtmlPage::gate).toList(),
                columns(),
                run.iterations().stream().map(HtmlPage::iteration).toList(),
                RequestTable.of(run.cell().workload().name(), List.of(cell)),
                run.explanation().map(Explanations::of).orElse(List.of()),
                pairs(new TreeMap<>(run.effective())),
                run.commandLine());
    }

    private static List<Link> links(CellRun run) {
        List<Link> links = new ArrayList<>();
        if (!run.gatlingReport().isEmpty()) {
            links.add(new Link("Gatling report", href(run.gatlingReport())));
        }
        if (!run.serverLog().isEmpty()) {
            links.add(new Link("Server log", href(run.serverLog())));
        }
        run.explanation().ifPresent(explanation -> {
            if (explanation.flight() instanceof Flight.Recorded recorded) {
                if (recorded.noGraph().isEmpty()) {
                    Path graph = FlameGraph.beside(Path.of(explanation.recording()));
                    links.add(new Link("Flame graph", href(graph.toString())));
                }
                links.add(new Link("Flight recording", href(explanation.recording())));
            }
        });
        return links;
    }

    private static List<String> columns() {
        return Stream.concat(
                        Stream.of("planned", "started", "good", "failed", "wrong bodies"),
                        MarkdownSummary.SHOWN.stream().map(metric -> metric.key() + ", " + metric.unit()))
                .toList();
    }

    private static PageView.Iteration iteration(Iteration iteration) {
        IterationLoad load = iteration.load();
        List<String> values = new ArrayList<>();
        Stream.of(load.planned(), load.started(), load.good(), load.failed(), load.wrongBodies())
                .forEach(count -> values.add(Long.toString(count)));
        MarkdownSummary.SHOWN.forEach(metric -> values.add(reading(iteration, metric)));
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
                iteration.number() + iteration.step().map(HtmlPage::step).orElse(""),
                Mark.of(iteration.valid() ? Outcome.PASSED : Outcome.INVALID),
                values,
                notGood,
                Invalidity.sentences(iteration.invalid()),
                iteration.notes(),
                load.hlog().isEmpty() ? "" : href("hlog/" + load.hlog()));
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
