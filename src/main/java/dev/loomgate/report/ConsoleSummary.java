package dev.loomgate.report;

import dev.loomgate.metric.Metric;
import dev.loomgate.plan.Cell;
import dev.loomgate.verdict.CellVerdict;
import dev.loomgate.verdict.SuiteVerdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The run as plain text of at most 130 columns: what the console shows at the end. */
public final class ConsoleSummary {
    private static final int WIDTH = 130;
    private static final List<Metric> SHOWN = List.of(
            Metric.P50,
            Metric.P99,
            Metric.THROUGHPUT,
            Metric.ERRORS,
            Metric.APPLICATION_CPU,
            Metric.ALLOCATED,
            Metric.LIVE_HEAP,
            Metric.RSS);

    private ConsoleSummary() {}

    public static String of(SuiteVerdict suite) {
        List<String> lines = new ArrayList<>();
        workloads(suite).forEach((workload, cells) -> {
            List<CellVerdict> steady =
                    cells.stream().filter(cell -> !Capacities.isOne(cell)).toList();
            if (!steady.isEmpty()) {
                lines.add(TextTable.clip(workload, WIDTH));
                lines.addAll(table(steady));
                lines.add("");
            }
            Stream.concat(RequestTable.of(workload, cells).stream(), Capacities.of(workload, cells).stream())
                    .forEach(table -> {
                        lines.add(TextTable.clip(table.title(), WIDTH));
                        lines.addAll(TextTable.lines(table.withHeads(), table.names(), WIDTH));
                        lines.add("");
                    });
        });
        for (Finding finding : Finding.of(suite)) {
            Cell cell = finding.cell().summary().run().cell();
            lines.addAll(TextTable.wrap(finding.outcome() + "  " + cell.displayName(), "", WIDTH));
            finding.sentences().forEach(sentence -> lines.addAll(TextTable.wrap("- " + sentence, "    ", WIDTH)));
            String report = finding.cell().summary().run().gatlingReport();
            if (!report.isEmpty()) {
                lines.addAll(TextTable.wrap("Gatling report: " + report, "    ", WIDTH));
            }
            lines.add("");
        }
        lines.addAll(closing(suite));
        return lines.stream().map(String::stripTrailing).collect(Collectors.joining("\n", "", "\n"));
    }

    private static List<String> closing(SuiteVerdict suite) {
        Headline headline = Headline.of(suite);
        List<String> lines = new ArrayList<>();
        if (!headline.partial().isEmpty()) {
            lines.add("Partial run: " + headline.partial() + ".");
        }
        String counts = headline.countsInWords();
        lines.addAll(
                TextTable.wrap(headline.sentence() + (counts.isEmpty() ? "" : " (" + counts + ")") + ".", "", WIDTH));
        lines.add("Wall time " + Figures.duration(suite.wallTime()) + ", "
                + Figures.share(suite.loadTime(), suite.wallTime()) + " of it under load.");
        Remarks.of(suite).forEach(remark -> lines.addAll(TextTable.wrap(remark, "", WIDTH)));
        lines.add("Fingerprint " + suite.fingerprint().id() + ".");
        return lines;
    }

    /** Cells by their workload. */
    static Map<String, List<CellVerdict>> workloads(SuiteVerdict suite) {
        return suite.cells().stream()
                .collect(Collectors.groupingBy(
                        cell -> cell.summary().run().cell().workload().name(),
                        LinkedHashMap::new,
                        Collectors.toList()));
    }

    private static List<String> table(List<CellVerdict> cells) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(row("", "variant", "load", "runtime", SHOWN.stream().map(ConsoleSummary::name)));
        rows.add(row("", "", "", "", SHOWN.stream().map(metric -> metric.unit().symbol())));
        for (CellVerdict verdict : cells) {
            Cell cell = verdict.summary().run().cell();
            rows.add(row(
                    verdict.outcome().name(),
                    cell.variant().name(),
                    cell.load().displayName(),
                    cell.runtime().name(),
                    SHOWN.stream().map(metric -> Figures.value(verdict, metric))));
        }
        return TextTable.lines(rows, 4, WIDTH);
    }

    private static List<String> row(
            String outcome, String variant, String load, String runtime, Stream<String> values) {
        List<String> row = new ArrayList<>(List.of(outcome, variant, load, runtime));
        values.forEach(row::add);
        return row;
    }

    private static String name(Metric metric) {
        return metric == Metric.THROUGHPUT ? "rate" : metric.key();
    }
}
