package dev.loomgate.report;

import dev.loomgate.metric.Metric;
import dev.loomgate.plan.Cell;
import dev.loomgate.verdict.CellVerdict;
import dev.loomgate.verdict.SuiteVerdict;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** {@code summary.md}: the run for a CI job summary, where relative links lead nowhere. */
public final class MarkdownSummary {
    /** Of a cell of one rate. */
    static final List<Metric> SHOWN = List.of(
            Metric.P50,
            Metric.P99,
            Metric.THROUGHPUT,
            Metric.APPLICATION_CPU,
            Metric.ALLOCATED,
            Metric.LIVE_HEAP,
            Metric.RSS);

    private static final Pattern SPECIAL = Pattern.compile("[\\\\|*_`\\[\\]~#]");

    private final StringBuilder text = new StringBuilder();

    private MarkdownSummary() {}

    static String of(SuiteVerdict suite) {
        MarkdownSummary summary = new MarkdownSummary();
        summary.headline(suite);
        summary.findings(Finding.of(suite));
        summary.tables(suite);
        summary.environment(suite.fingerprint().facts());
        return summary.text.toString();
    }

    private void headline(SuiteVerdict suite) {
        Headline headline = Headline.of(suite);
        Mark mood = Mark.of(headline.mood());
        line("## " + mood.symbol() + " Loomgate: " + headline.sentence(), "");
        if (!headline.partial().isEmpty()) {
            line("**Partial run: " + headline.partial() + ".** What is missing was not judged.", "");
        }
        line(
                headline.countsInWords() + (headline.countsInWords().isEmpty() ? "" : ". ") + "Wall time "
                        + Figures.duration(suite.wallTime()) + ", "
                        + Figures.share(suite.loadTime(), suite.wallTime()) + " of it under load. Scale "
                        + escape(suite.plan().scale().name()) + ". Fingerprint "
                        + suite.fingerprint().id() + ".",
                "");
        Remarks.of(suite).forEach(remark -> line("> " + escape(remark), ""));
    }

    private void findings(List<Finding> findings) {
        if (findings.isEmpty()) {
            return;
        }
        line("| Verdict | Cell | What happened | Gatling report |", "|---|---|---|---|");
        for (Finding finding : findings) {
            Mark mark = Mark.of(finding.outcome());
            Cell cell = finding.cell().summary().run().cell();
            String report = finding.cell().summary().run().gatlingReport();
            for (String sentence : finding.sentences()) {
                line(row(List.of(
                        mark.symbol() + " " + mark.word(),
                        escape(cell.displayName()),
                        escape(sentence),
                        escape(report))));
            }
        }
        line("");
    }

    private void tables(SuiteVerdict suite) {
        ConsoleSummary.workloads(suite).forEach((workload, all) -> {
            tables(Capacities.of(workload, all));
            List<CellVerdict> cells =
                    all.stream().filter(cell -> !Capacities.isOne(cell)).toList();
            if (cells.isEmpty()) {
                return;
            }
            String columns = SHOWN.stream()
                    .map(metric -> metric.key() + ", " + metric.unit())
                    .collect(Collectors.joining(" | "));
            line(
                    "### " + escape(workload),
                    "",
                    "| Verdict | Variant | Load | Runtime | " + columns + " |",
                    "|---|---|---|---|" + "--:|".repeat(SHOWN.size()));
            cells.forEach(this::cell);
            line("");
            tables(RequestTable.of(workload, cells));
        });
    }

    private void tables(List<Table> tables) {
        tables.forEach(table -> {
            table.markdown().forEach(this::line);
            line("");
        });
    }

    private void cell(CellVerdict verdict) {
        Mark mark = Mark.of(verdict.outcome());
        Cell cell = verdict.summary().run().cell();
        String values =
                SHOWN.stream().map(metric -> Figures.value(verdict, metric)).collect(Collectors.joining(" | "));
        line(row(List.of(
                mark.symbol() + " " + mark.word(),
                escape(cell.variant().name()),
                escape(cell.load().displayName()),
                escape(cell.runtime().name()),
                values)));
    }

    private void environment(Map<String, String> environment) {
        line("<details><summary>Environment</summary>", "", "| | |", "|---|---|");
        environment.forEach((name, value) -> line(row(List.of(escape(name), escape(value)))));
        line("", "</details>");
    }

    private static String row(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |";
    }

    /** Fit for a table cell: no pipe, no tag, no line break, and no mark-up from a name or a log line. */
    public static String escape(String value) {
        String tagless =
                value.strip().replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
        return SPECIAL.matcher(tagless)
                .replaceAll(found -> Matcher.quoteReplacement("\\" + found.group()))
                .replaceAll("\\R", "<br>");
    }

    private void line(String... lines) {
        for (String line : lines) {
            text.append(line).append('\n');
        }
    }
}
