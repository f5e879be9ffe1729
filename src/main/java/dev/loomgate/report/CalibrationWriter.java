package dev.loomgate.report;

import dev.loomgate.plan.DuelPlan;
import dev.loomgate.report.Chart.ChartScripts;
import dev.loomgate.store.DurableFile;
import dev.loomgate.verdict.CalibrationFindings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Writes what a calibration found: {@code calibration.md} and {@code calibration.html}, one self-contained page with its curves. */
public final class CalibrationWriter {
    private final Path output;

    /** @param output folder of the run */
    public CalibrationWriter(Path output) {
        this.output = output;
    }

    /** What {@code calibration.html} draws. */
    record Page(
            String headline, String about, List<Chart> charts, List<Table> tables, String numbers, String code) {}

    /**
     * Writes both files, and gives back the lines of {@code calibration.md}.
     *
     * @param measured programs and JDKs by name, of which the findings are
     */
    public List<String> write(CalibrationFindings findings, Map<String, String> measured) {
        List<String> lines = lines(findings, measured);
        List<Chart> charts = CalibrationCharts.of(findings);
        Page view = new Page(
                headline(findings),
                about(findings.plan()),
                charts,
                tables(findings, measured),
                ChartScripts.numbers(charts),
                charts.isEmpty() ? "" : ChartScripts.code());
        DurableFile.replace(output.resolve("calibration.html"), Templates.filled(Templates.named("calibration.peb"), view));
        DurableFile.replace(output.resolve("calibration.md"), String.join("\n", lines) + "\n");
        return lines;
    }

    private static List<Table> tables(CalibrationFindings findings, Map<String, String> measured) {
        List<Table> tables = new ArrayList<>(CalibrationTables.of(findings));
        if (!measured.isEmpty()) {
            tables.add(new Table(
                    "What was measured",
                    "Programs with their SHA-256, and JDKs, as they were when the units were measured.",
                    List.of("", ""),
                    2,
                    measured.entrySet().stream()
                            .map(fact -> List.of(fact.getKey(), fact.getValue()))
                            .toList()));
        }
        return tables;
    }

    /** The same in Markdown. */
    static List<String> lines(CalibrationFindings findings, Map<String, String> measured) {
        List<String> lines = new ArrayList<>(List.of("## " + headline(findings), "", about(findings.plan())));
        for (Table table : tables(findings, measured)) {
            lines.add("");
            lines.addAll(table.markdown());
        }
        return lines;
    }

    private static String headline(CalibrationFindings findings) {
        if (findings.alarms().isEmpty() && findings.planted().isEmpty()) {
            return "Calibration: too few units to draw gates from: " + findings.units();
        }
        return findings.alarms().isEmpty()
                ? "Calibration with a planted fault: "
                        + findings.plan().cells().getFirst().candidate().label()
                : "Calibration: " + findings.alarms().getFirst().outcomes().redGates() + " of "
                        + CalibrationFindings.GATES + " gates red though nothing changed";
    }

    private static String about(DuelPlan plan) {
        return "Scale " + plan.scale().name() + ": " + plan.scale().windows() + " windows of "
                + plan.scale().window().toMillis() / 1e3 + " s, up to "
                + plan.scale().looks().most() + " units; the gate may err in "
                + 100 * plan.scale().alpha() + " %.";
    }
}
