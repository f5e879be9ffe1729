package dev.loomgate.report;

import dev.loomgate.plan.Cell;
import dev.loomgate.plan.Plan;
import dev.loomgate.report.PageView.Column;
import dev.loomgate.report.PageView.Count;
import dev.loomgate.report.PageView.Curves;
import dev.loomgate.report.PageView.Fact;
import dev.loomgate.report.PageView.Group;
import dev.loomgate.report.PageView.Issue;
import dev.loomgate.report.PageView.Sentence;
import dev.loomgate.verdict.SuiteVerdict;
import io.pebbletemplates.pebble.template.PebbleTemplate;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** {@code index.html}: one self-contained page. */
final class HtmlPage {
    private final PebbleTemplate template = Templates.named("index.peb");
    private final LatencyCharts latency = new LatencyCharts();

    String text(SuiteVerdict suite) {
        return Templates.filled(template, page(suite));
    }

    private PageView page(SuiteVerdict suite) {
        Headline headline = Headline.of(suite);
        Mark mood = Mark.of(headline.mood());
        return new PageView(
                mood.style(),
                mood.symbol(),
                upperFirst(headline.sentence()),
                headline.counts().stream()
                        .map(count -> new Count(count.cells(), count.mark()))
                        .toList(),
                headline.partial(),
                facts(suite),
                Remarks.of(suite),
                Finding.of(suite).stream().map(HtmlPage::issue).toList(),
                missing(suite),
                groups(suite),
                HtmlTables.of(suite),
                curves(suite),
                IntStream.range(0, suite.cells().size())
                        .mapToObj(i -> HtmlDetails.of(suite.cells().get(i), i + 1))
                        .toList(),
                pairs(suite.fingerprint().facts()));
    }

    private Curves curves(SuiteVerdict suite) {
        List<ChartSection> sections = Stream.concat(RateCharts.of(suite).stream(), latency.of(suite).stream())
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

    private static Issue issue(Finding finding) {
        return new Issue(
                Mark.of(finding.outcome()),
                finding.number(),
                finding.cell().summary().run().cell().displayName(),
                Links.href(finding.cell().summary().run().gatlingReport()),
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
}
