package dev.loomgate;

import dev.loomgate.metric.Metric;
import dev.loomgate.plan.Calibration;
import dev.loomgate.plan.Compared;
import dev.loomgate.plan.DuelCell;
import dev.loomgate.plan.DuelPlan;
import dev.loomgate.summary.UnitEffect;
import dev.loomgate.verdict.OtherRules;
import dev.loomgate.verdict.Resampling;
import dev.loomgate.verdict.Scatter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/**
 * How often the gate is wrong and what it can see, from the stored units of a run with {@code -Dloomgate.calibrate}: {@code mvn -q compile exec:exec@calibrate
 * -Dloomgate.output=target/loomgate-duel}. Prints Markdown.
 */
public final class Calibrate {
    private static final int GATES = 300;
    private static final int GATES_PER_SIZE = 100;
    private static final double MILLIS_PER_MINUTE = 60_000;
    private static final long SEED = 20_240_501;
    private static final double[] SIZES = {0.01, 0.02, 0.03, 0.05, 0.10, 0.20};

    private final DuelPlan duel;
    private final Map<String, List<UnitEffect>> byCell;
    private final List<String> lines = new ArrayList<>();

    private Calibrate(DuelPlan duel, List<UnitEffect> effects) {
        this.duel = duel;
        this.byCell = effects.stream()
                .collect(Collectors.groupingBy(effect -> effect.cell().id()));
    }

    /** The folder of the run and, when the tolerances shall be others, a thresholds file. */
    public static void main(String[] arguments) {
        StoredDuel stored = StoredDuel.read(Path.of(arguments[0]), arguments.length > 1 ? arguments[1] : "");
        of(stored.plan(), stored.ledger().effects(), stored.unitTimes()).forEach(System.out::println);
    }

    /** @param unitTimes how long a unit takes, by the id of its cell */
    static List<String> of(DuelPlan duel, List<UnitEffect> effects, Map<String, Duration> unitTimes) {
        Calibrate calibrate = new Calibrate(duel, effects);
        calibrate.scatter();
        if (duel.calibration().filter(Calibration.POWER::equals).isPresent()) {
            calibrate.planted(unitTimes);
        } else {
            calibrate.falseAlarms();
            calibrate.power();
        }
        calibrate.otherRules();
        return calibrate.lines;
    }

    private void planted(Map<String, Duration> unitTimes) {
        lines.add("");
        lines.add(GATES + " gates drawn from these units, whose candidate is "
                + duel.cells().getFirst().candidate().label() + ":");
        lines.add("");
        lines.add("| cell | metric | caught | called clear | units to be sure | minutes |");
        lines.add("|---|---|---:|---:|---:|---:|");
        for (Resampling.Found found : Resampling.planted(duel, byCell, GATES, SEED)) {
            double minutes = found.units() * minutes(found.subject(), unitTimes);
            lines.add(String.format(
                    Locale.ROOT,
                    "| %s | %s | %.0f %% | %.0f %% | %s | %s |",
                    found.subject(),
                    found.metric(),
                    100.0 * found.red() / found.gates(),
                    100.0 * found.clear() / found.gates(),
                    found.red() == 0 ? "–" : String.format(Locale.ROOT, "%.1f", found.units()),
                    found.red() == 0 ? "–" : String.format(Locale.ROOT, "%.1f", minutes)));
        }
    }

    private double minutes(String subject, Map<String, Duration> unitTimes) {
        return duel.cells().stream()
                        .filter(cell -> cell.name().equals(subject))
                        .map(cell -> unitTimes.getOrDefault(cell.id(), Duration.ZERO))
                        .mapToLong(Duration::toMillis)
                        .average()
                        .orElse(0)
                / MILLIS_PER_MINUTE;
    }

    private void scatter() {
        lines.add("| cell | metric | units | mean | scatter of a unit (sd) | p of the mean |");
        lines.add("|---|---|---:|---:|---:|---:|");
        for (DuelCell cell : duel.cells()) {
            for (Metric metric : Compared.all()) {
                Optional<Scatter> found = Scatter.of(cell, metric, byCell.getOrDefault(cell.id(), List.of()));
                found.ifPresent(scatter -> lines.add(String.format(
                        Locale.ROOT,
                        "| %s | %s | %d | %+.2f %% | %.2f %% | %.2f |",
                        cell.name(),
                        metric,
                        scatter.units(),
                        100 * scatter.mean(),
                        100 * scatter.deviation(),
                        scatter.probability())));
            }
        }
    }

    private void falseAlarms() {
        Resampling.Outcomes outcomes = Resampling.nothingChanged(duel, byCell, GATES, SEED);
        lines.add("");
        lines.add(String.format(
                Locale.ROOT,
                "%d gates drawn from these units, nothing changed: %d red; %d of %d comparisons red, %.1f %% clear.",
                outcomes.gates(),
                outcomes.redGates(),
                outcomes.red(),
                outcomes.comparisons(),
                100.0 * outcomes.clear() / Math.max(1, outcomes.comparisons())));
    }

    private void otherRules() {
        boolean same = duel.calibration().filter(Calibration.POWER::equals).isEmpty();
        lines.add("");
        lines.add("What other rules say of gates drawn from the same units:");
        lines.add("");
        lines.add("| rule | red gates | red comparisons |");
        lines.add("|---|---:|---:|");
        for (OtherRules.Outcomes outcomes : OtherRules.judge(duel, byCell, same, GATES, SEED)) {
            lines.add(
                    outcomes.comparisons() == 0
                            ? "| " + outcomes.rule() + " | too few units | |"
                            : String.format(
                                    Locale.ROOT,
                                    "| %s | %d of %d | %d of %d |",
                                    outcomes.rule(),
                                    outcomes.redGates(),
                                    outcomes.gates(),
                                    outcomes.red(),
                                    outcomes.comparisons()));
        }
    }

    private void power() {
        lines.add("");
        lines.add("Share of " + GATES_PER_SIZE
                + " gates in which a change of one metric of one cell was caught (added to the recorded units), with up to "
                + duel.scale().looks().most() + " units and 5 to confirm:");
        lines.add("");
        lines.add("| cell | metric | "
                + DoubleStream.of(SIZES)
                        .mapToObj(size -> "+" + Math.round(100 * size) + " %")
                        .collect(Collectors.joining(" | "))
                + " |");
        lines.add("|---|---|" + "---:|".repeat(SIZES.length));
        for (DuelCell cell : duel.cells()) {
            duel.tolerances().keySet().stream()
                    .sorted()
                    .forEach(metric -> lines.add("| " + cell.name() + " | " + metric
                            + " | "
                            + DoubleStream.of(SIZES)
                                    .mapToObj(size -> caught(cell, metric, size))
                                    .collect(Collectors.joining(" | "))
                            + " |"));
        }
    }

    private String caught(DuelCell cell, Metric metric, double size) {
        Resampling.Outcomes outcomes = Resampling.changed(duel, byCell, GATES_PER_SIZE, SEED, cell, metric, size);
        return 100 * outcomes.caught() / outcomes.gates() + " %";
    }
}
