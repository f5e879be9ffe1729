package dev.loomgate.report;

import dev.loomgate.plan.DuelPlan;
import dev.loomgate.verdict.CalibrationFindings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Writes what a calibration found: {@code calibration.md} and {@code calibration.html}, one self-contained page with its curves. */
public final class CalibrationWriter {
    private final Path output;

    /** @param output folder of the run */
    public CalibrationWriter(Path output) {
        this.output = output;
    }

    /** What {@code calibration.html} draws. */
    record View(String headline, String about, List<Chart> charts, List<Table> tables, String numbers, String code) {}

    /** Writes both files. */
    public void write(CalibrationFindings findings) {
        List<Chart> charts = CalibrationCharts.of(findings);
        View view = new View(
                headline(findings),
                about(findings.plan()),
                charts,
                CalibrationTables.of(findings),
                ChartScripts.numbers(charts),
                charts.isEmpty() ? "" : ChartScripts.code());
        ReportWriter.replace(output, "calibration.html", Templates.filled(Templates.named("calibration.peb"), view));
        ReportWriter.replace(output, "calibration.md", String.join("\n", lines(findings)) + "\n");
    }

    /** The same in Markdown. */
    public static List<String> lines(CalibrationFindings findings) {
        List<String> lines = new ArrayList<>(List.of("## " + headline(findings), "", about(findings.plan())));
        for (Table table : CalibrationTables.of(findings)) {
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
        return "Scale " + plan.scale().name() + ": " + plan.scale().slices() + " slices of "
                + plan.scale().slice().toMillis() / 1e3 + " s, up to "
                + plan.scale().looks().most() + " units; the gate may err in "
                + 100 * plan.scale().alpha() + " %.";
    }
}
