package dev.loomgate.study;

import dev.loomgate.plan.Compared;
import dev.loomgate.plan.DuelPlan;
import dev.loomgate.plan.PairedCell;
import dev.loomgate.plan.UnitScale;
import dev.loomgate.report.Chart;
import dev.loomgate.report.Chart.ChartScripts;
import dev.loomgate.report.Chart.Line;
import dev.loomgate.report.Chart.Point;
import dev.loomgate.report.Table;
import dev.loomgate.report.Templates;
import dev.loomgate.store.DurableFile;
import dev.loomgate.verdict.CalibrationFindings;
import dev.loomgate.verdict.CalibrationFindings.Alarms;
import dev.loomgate.verdict.CalibrationFindings.Caught;
import dev.loomgate.verdict.IntermittentCost;
import dev.loomgate.verdict.Resampling;
import dev.loomgate.verdict.Scatter;
import dev.loomgate.verdict.Sensitivity;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes what a calibration found: {@code calibration.md} and {@code calibration.html}, one self-contained page with
 * its curves.
 */
final class CalibrationWriter {
    private CalibrationWriter() {}

    /** What {@code calibration.html} draws. */
    record Page(String headline, String about, List<Chart> charts, List<Table> tables, String numbers, String code) {}

    /**
     * Writes both files, and gives back the lines of {@code calibration.md}.
     *
     * @param output folder of the run
     * @param measured programs and JDKs by name, of which the findings are
     */
    static List<String> write(Path output, CalibrationFindings findings, Map<String, String> measured) {
        List<String> lines = lines(findings, measured);
        List<Chart> charts = charts(findings);
        Page view = new Page(
                headline(findings),
                about(findings.plan()),
                charts,
                tables(findings, measured),
                ChartScripts.numbers(charts),
                charts.isEmpty() ? "" : ChartScripts.code());
        DurableFile.replace(output.resolve("calibration.html"), Templates.filled("calibration.peb", view));
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
        UnitScale unit = plan.scale().unit();
        return "Scale " + plan.scale().name() + ": " + unit.windows() + " windows " + length(unit.window())
                + ofSome(unit.windowsOf(), String::valueOf) + ofSome(unit.windowOf(), CalibrationWriter::length)
                + "; up to "
                + plan.scale().looks().most() + " units; the gate may err in "
                + 100 * plan.scale().alpha() + " %.";
    }

    private static String length(Duration window) {
        return "of " + window.toMillis() / 1e3 + " s";
    }

    private static <T> String ofSome(Map<String, T> byWorkload, Function<T, String> words) {
        return new TreeMap<>(byWorkload)
                .entrySet().stream()
                        .map(of -> ", " + words.apply(of.getValue()) + " on " + of.getKey())
                        .collect(Collectors.joining());
    }

    /**
     * How often the gate is wrong, and what it sees; empty when a fault was planted: that is one point, not a curve.
     */
    private static List<Chart> charts(CalibrationFindings findings) {
        if (findings.alarms().isEmpty()) {
            return List.of();
        }
        Stream<Chart> power = findings.plan().cells().stream()
                .flatMap(cell -> findings.plan().gated(cell).stream())
                .distinct()
                .filter(compared -> findings.caught().stream()
                        .anyMatch(each -> each.compared().equals(compared)))
                .map(compared -> power(findings, compared));
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
                        line(
                                "observed",
                                findings,
                                each -> 100.0
                                        * each.outcomes().redGates()
                                        / each.outcomes().gates()),
                        line(
                                "at most, 95 % confidence",
                                findings, each -> 100 * each.outcomes().mostRedGates()),
                        line("allowed", findings, each -> 100 * each.allowed())));
    }

    private static Line line(String name, CalibrationFindings findings, ToDoubleFunction<Alarms> red) {
        return new Line(
                name,
                findings.alarms().stream()
                        .map(each -> new Point(100 * each.allowed(), red.applyAsDouble(each)))
                        .toList());
    }

    private static Chart power(CalibrationFindings findings, Compared compared) {
        return new Chart(
                "power-" + compared.toString().replace(' ', '-'),
                "Power: " + compared + ", how often a change of it is caught",
                "change, %",
                "caught, % of the gates",
                true,
                findings.plan().cells().stream()
                        .map(cell -> new Line(
                                cell.name(),
                                findings.caught().stream()
                                        .filter(each -> each.compared().equals(compared)
                                                && each.cell().equals(cell))
                                        .map(CalibrationWriter::point)
                                        .toList()))
                        .toList());
    }

    private static Point point(Caught each) {
        return new Point(100 * each.size(), 100 * each.share());
    }

    /** What a calibration found, as tables. */
    private record CalibrationTables(CalibrationFindings findings) {
        private static final double MILLIS_PER_MINUTE = 60_000;
        private static final int MOST_OFTEN = 5;

        static List<Table> of(CalibrationFindings findings) {
            CalibrationTables tables = new CalibrationTables(findings);
            return Stream.of(
                            tables.scatter(),
                            tables.alarms(),
                            tables.reach(),
                            tables.caught(),
                            tables.bouts(),
                            tables.planted(),
                            tables.others())
                    .filter(table -> !table.rows().isEmpty())
                    .toList();
        }

        private Table scatter() {
            return new Table(
                    "How single units scatter",
                    "The mean of equal arms is 0 but for chance; p is the probability of one that far from it.",
                    List.of("cell", "metric", "units", "mean", "scatter of a unit (sd)", "p"),
                    2,
                    findings.scatter().stream()
                            .map(each -> {
                                Scatter scatter = each.scatter();
                                return List.of(
                                        each.cell().name(),
                                        each.compared().toString(),
                                        String.valueOf(scatter.units()),
                                        text("%+.2f %%", 100 * scatter.mean()),
                                        text("%.2f %%", 100 * scatter.deviation()),
                                        text("%.2f", scatter.probability()));
                            })
                            .toList());
        }

        private Table alarms() {
            return new Table(
                    "How often the gate is red when nothing changed",
                    "Gates drawn from " + units()
                            + ", each unit turned round or not. The first line is the error that the gate is allowed; the others, laxer, show how far the rule keeps its word.",
                    List.of(
                            "allowed",
                            "gates",
                            "red gates",
                            "at most, 95 %",
                            "red comparisons",
                            "clear comparisons",
                            "which were red"),
                    0,
                    findings.alarms().stream().map(CalibrationTables::alarms).toList());
        }

        private static List<String> alarms(Alarms each) {
            Resampling.Outcomes outcomes = each.outcomes();
            return List.of(
                    percent(each.allowed()),
                    String.valueOf(outcomes.gates()),
                    String.valueOf(outcomes.redGates()),
                    text("%.1f %%", 100 * outcomes.mostRedGates()),
                    outcomes.red() + " of " + outcomes.comparisons(),
                    text("%.1f %%", 100.0 * outcomes.clear() / Math.max(1, outcomes.comparisons())),
                    mostOften(outcomes.redOf()));
        }

        /** {@code p95 of webflux/io 3, cpu of virtual/json 1}: five at most. */
        private static String mostOften(Map<String, Integer> redOf) {
            return redOf.isEmpty()
                    ? "–"
                    : redOf.entrySet().stream()
                            .sorted(Map.Entry.<String, Integer>comparingByValue()
                                    .reversed())
                            .limit(MOST_OFTEN)
                            .map(each -> each.getKey() + " " + each.getValue())
                            .collect(Collectors.joining(", ", "", redOf.size() > MOST_OFTEN ? ", …" : ""));
        }

        private Table reach() {
            return new Table(
                    "What one comparison sees within the time of a goal",
                    "One look, an error of 1 %, no confirmation. A whole gate divides its error among all comparisons and confirms: next table.",
                    List.of("goal", "cell", "a unit takes", "units", "caught", "caught 95 times of 100"),
                    2,
                    findings.reach().stream()
                            .map(each -> {
                                Sensitivity sensitivity = each.sensitivity();
                                return List.of(
                                        each.goal().metric() + " +"
                                                + percent(each.goal().change()) + " in "
                                                + each.goal().within().toMinutes() + " min",
                                        each.cell().name(),
                                        each.unitTime().toSeconds() + " s",
                                        String.valueOf(sensitivity.units()),
                                        text(
                                                "%.0f %%",
                                                100
                                                        * sensitivity.caught(
                                                                each.goal().change())),
                                        text("+%.1f %%", 100 * sensitivity.smallest()));
                            })
                            .toList());
        }

        private Table caught() {
            List<List<String>> rows = new ArrayList<>();
            for (PairedCell cell : findings.plan().cells()) {
                findings.plan().gated(cell).stream()
                        .filter(compared -> shares(cell, compared).findAny().isPresent())
                        .forEach(compared -> rows.add(
                                Stream.concat(Stream.of(cell.name(), compared.toString()), shares(cell, compared))
                                        .toList()));
            }
            return new Table(
                    "What the whole gate catches",
                    "Share of " + CalibrationFindings.GATES_PER_SIZE
                            + " gates in which a change of one metric of one cell, added to every unit, was red, with up to "
                            + findings.plan().scale().looks().most() + " units and 5 to confirm.",
                    Stream.concat(
                                    Stream.of("cell", "metric"),
                                    CalibrationFindings.SIZES.stream().map(size -> "+" + percent(size)))
                            .toList(),
                    2,
                    rows);
        }

        private Stream<String> shares(PairedCell cell, Compared compared) {
            return findings.caught().stream()
                    .filter(each -> each.cell().equals(cell) && each.compared().equals(compared))
                    .map(each -> text("%.0f %%", 100 * each.share()));
        }

        private Table bouts() {
            Map<List<String>, List<String>> rows = findings.bouts().stream()
                    .collect(Collectors.groupingBy(
                            bout -> List.of(
                                    bout.found().subject(),
                                    bout.found().compared().toString()),
                            LinkedHashMap::new,
                            Collectors.mapping(CalibrationTables::bout, Collectors.toList())));
            return new Table(
                    "What the gate makes of a cost that comes and goes",
                    CalibrationFindings.GATES + " gates drawn from " + units()
                            + ", changed as if the candidate had been "
                            + percent(IntermittentCost.SIZE)
                            + " dearer and slower in some of its windows, chosen by chance anew for every unit.",
                    Stream.concat(
                                    Stream.of("cell", "metric"),
                                    IntermittentCost.SHARES.stream()
                                            .map(share -> text("in %.0f %% of its windows", 100 * share)))
                            .toList(),
                    2,
                    rows.entrySet().stream()
                            .map(row -> Stream.concat(row.getKey().stream(), row.getValue().stream())
                                    .toList())
                            .toList());
        }

        private static String bout(IntermittentCost.Outcome bout) {
            Resampling.Found found = bout.found();
            return text("%.0f %% red", 100.0 * found.red() / found.gates())
                    + text(", %.0f %% clear", 100.0 * found.clear() / found.gates());
        }

        private Table planted() {
            return new Table(
                    "How often the planted fault is seen",
                    CalibrationFindings.GATES + " gates drawn from " + units() + ", whose candidate is "
                            + findings.plan().cells().getFirst().candidate().label()
                            + ". Comparisons with fewer than 5 undisturbed units are left out.",
                    List.of("cell", "metric", "caught", "called clear", "units to be sure", "minutes"),
                    2,
                    findings.planted().stream()
                            .map(each -> planted(each.found(), each.time()))
                            .toList());
        }

        private static List<String> planted(Resampling.Found found, Duration time) {
            return List.of(
                    found.subject(),
                    found.compared().toString(),
                    text("%.0f %%", 100.0 * found.red() / found.gates()),
                    text("%.0f %%", 100.0 * found.clear() / found.gates()),
                    found.red() == 0 ? "–" : text("%.1f", found.units()),
                    found.red() == 0 ? "–" : text("%.1f", time.toMillis() / MILLIS_PER_MINUTE));
        }

        private Table others() {
            return new Table(
                    "What other rules say of gates drawn from the same units",
                    "They measure one version, then the other: the values of the candidate come from the units after those of the baseline.",
                    List.of("rule", "red gates", "red comparisons"),
                    1,
                    findings.others().stream()
                            .map(each -> List.of(
                                    each.rule().toString(),
                                    each.comparisons() == 0 ? "too few units" : each.redGates() + " of " + each.gates(),
                                    each.comparisons() == 0 ? "–" : each.red() + " of " + each.comparisons()))
                            .toList());
        }

        /** {@code 19 units of virtual on jdk25}. */
        private String units() {
            return findings.units().entrySet().stream()
                    .map(pair -> pair.getValue() + " units of " + pair.getKey())
                    .sorted()
                    .collect(Collectors.joining(", "));
        }

        private static String text(String format, Object value) {
            return String.format(Locale.ROOT, format, value);
        }

        /** {@code 0.5 %}, {@code 10 %}. */
        private static String percent(double share) {
            double percent = 100 * share;
            return Math.abs(percent - Math.rint(percent)) > 1e-9
                    ? text("%.1f %%", percent)
                    : Math.round(percent) + " %";
        }
    }
}
