package dev.loomgate.report;

import dev.loomgate.metric.Metric;
import dev.loomgate.report.Chart.Line;
import dev.loomgate.report.Chart.Point;
import dev.loomgate.verdict.CalibrationFindings;
import dev.loomgate.verdict.CalibrationFindings.Caught;
import java.util.List;
import java.util.stream.Stream;

/** The curves of a calibration: how often the gate is wrong, and what it sees. */
final class CalibrationCharts {
    private CalibrationCharts() {}

    /** Empty when a fault was planted: that is one point, not a curve. */
    static List<Chart> of(CalibrationFindings findings) {
        if (findings.alarms().isEmpty()) {
            return List.of();
        }
        Stream<Chart> power = findings.plan().tolerances().keySet().stream()
                .sorted()
                .filter(metric -> findings.caught().stream().anyMatch(each -> each.metric() == metric))
                .map(metric -> power(findings, metric));
        return Stream.concat(Stream.of(alarms(findings)), power).toList();
    }

    private static Chart alarms(CalibrationFindings findings) {
        return new Chart(
                "alarms",
                "False alarms: gates that are red though nothing changed",
                "allowed, % of the gates",
                "red, % of the gates",
                true,
                List.of(
                        new Line(
                                "observed",
                                findings.alarms().stream()
                                        .map(each -> new Point(
                                                100 * each.allowed(),
                                                100.0
                                                        * each.outcomes().redGates()
                                                        / each.outcomes().gates()))
                                        .toList()),
                        new Line(
                                "at most, 95 % confidence",
                                findings.alarms().stream()
                                        .map(each -> new Point(
                                                100 * each.allowed(),
                                                100 * each.outcomes().mostRedGates()))
                                        .toList()),
                        new Line(
                                "allowed",
                                findings.alarms().stream()
                                        .map(each -> new Point(100 * each.allowed(), 100 * each.allowed()))
                                        .toList())));
    }

    private static Chart power(CalibrationFindings findings, Metric metric) {
        return new Chart(
                "power-" + metric.key(),
                "Power: " + metric.key() + ", how often a change of it is caught",
                "change, %",
                "caught, % of the gates",
                true,
                findings.plan().cells().stream()
                        .map(cell -> new Line(
                                cell.name(),
                                findings.caught().stream()
                                        .filter(each -> each.metric() == metric
                                                && each.cell().equals(cell))
                                        .map(CalibrationCharts::point)
                                        .toList()))
                        .toList());
    }

    private static Point point(Caught each) {
        return new Point(100 * each.size(), 100 * each.share());
    }
}
