package dev.loomgate.load;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.apache.commons.statistics.descriptive.Median;

/** Runs as a Markdown table: the median of an option's runs, and from the smallest to the largest where they differ. */
final class SpeedTable {
    private static final List<Column> COLUMNS = List.of(
            new Column("first request s", 1, SpeedRun::startSeconds),
            new Column("CPU µs/request", 0, SpeedRun::cpuPerRequest),
            new Column("late p50 µs", 0, SpeedRun::lateP50),
            new Column("late p99 µs", 0, SpeedRun::lateP99),
            new Column("late max µs", 0, SpeedRun::lateMax),
            new Column("late p99 of phase 1 µs", 0, SpeedRun::firstLateP99),
            new Column("latency p50 − truth µs", 0, SpeedRun::latencyErrorP50),
            new Column("latency p99 − truth µs", 0, SpeedRun::latencyErrorP99),
            new Column("service p50 − truth µs", 0, SpeedRun::serviceErrorP50),
            new Column("GC pauses", 0, SpeedRun::gcPauses),
            new Column("longest pause ms", 1, SpeedRun::longestGcMillis),
            new Column("lost", 0, SpeedRun::lost));

    private SpeedTable() {}

    private record Column(String title, int decimals, ToDoubleFunction<SpeedRun> value) {
        String cell(List<SpeedRun> runs) {
            double[] sorted = runs.stream().mapToDouble(value).sorted().toArray();
            String median = number(Median.withDefaults().evaluate(sorted.clone()));
            String least = number(sorted[0]);
            String most = number(sorted[sorted.length - 1]);
            return least.equals(most) ? median : median + " (" + least + ".." + most + ")";
        }

        private String number(double number) {
            return String.format(Locale.ROOT, "%." + decimals + "f", number);
        }
    }

    static String of(Map<SpeedOption, List<SpeedRun>> runs) {
        StringBuilder table = new StringBuilder("| option |");
        COLUMNS.forEach(column -> table.append(' ').append(column.title).append(" |"));
        table.append(" runs |\n|---|")
                .append("---:|".repeat(COLUMNS.size() + 1))
                .append('\n');
        runs.forEach((option, ofOption) -> {
            table.append("| ").append(option.title()).append(" |");
            if (ofOption.isEmpty()) {
                table.append(" –|".repeat(COLUMNS.size())).append(" 0 |\n");
                return;
            }
            COLUMNS.forEach(
                    column -> table.append(' ').append(column.cell(ofOption)).append(" |"));
            table.append(' ').append(ofOption.size()).append(" |\n");
        });
        return table.toString();
    }
}
