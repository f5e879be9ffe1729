package dev.loomgate.verdict;

import dev.loomgate.experiment.UnitRun;
import dev.loomgate.plan.Calibration;
import dev.loomgate.plan.Compared;
import dev.loomgate.plan.DuelPlan;
import dev.loomgate.plan.PairedCell;
import dev.loomgate.plan.Tolerance;
import dev.loomgate.summary.UnitEffect;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How often the gate is wrong and what it sees, found from recorded units.
 *
 * @param units that every cell of their pair of JVMs can use; by the pair's name
 * @param scatter of single units
 * @param alarms gates in which nothing changed, for several allowed errors, that of the plan first; empty, like all
 *     that is drawn, when a fault was planted or the units are too few
 * @param caught shares of gates in which an added change was seen
 * @param bouts what the gate makes of a cost that comes and goes
 * @param reach what a single comparison sees within the time of a goal
 * @param planted what became of a fault that was really there; empty when there was none or the units are too few
 * @param others what the rules of other tools say of the same units
 */
public record CalibrationFindings(
        DuelPlan plan,
        Map<String, Integer> units,
        List<OfCell> scatter,
        List<Alarms> alarms,
        List<Caught> caught,
        List<IntermittentCost.Outcome> bouts,
        List<Reach> reach,
        List<Planted> planted,
        List<OtherRules.Outcomes> others) {
    /** Gates that are drawn, where the question is how often the gate is wrong. */
    public static final int GATES = 300;

    /** Gates that are drawn for one size of one metric of one cell. */
    public static final int GATES_PER_SIZE = 100;

    /** Changes that are tried, as shares. */
    public static final List<Double> SIZES = List.of(0.005, 0.01, 0.02, 0.03, 0.05, 0.10, 0.20, 0.30);

    private static final List<Double> ALLOWED = List.of(0.02, 0.05, 0.10, 0.20, 0.40);
    private static final long SEED = 20_240_501;

    public CalibrationFindings {
        units = Map.copyOf(units);
        scatter = List.copyOf(scatter);
        alarms = List.copyOf(alarms);
        caught = List.copyOf(caught);
        bouts = List.copyOf(bouts);
        reach = List.copyOf(reach);
        planted = List.copyOf(planted);
        others = List.copyOf(others);
    }

    /** How single units of a cell scatter in one comparison. */
    public record OfCell(PairedCell cell, Compared compared, Scatter scatter) {}

    /**
     * Gates in which nothing changed.
     *
     * @param allowed error of the whole gate
     */
    public record Alarms(double allowed, Resampling.Outcomes outcomes) {}

    /**
     * How often a change was caught.
     *
     * @param size of the change, as a share
     * @param share of the drawn gates
     */
    public record Caught(PairedCell cell, Compared compared, double size, double share) {}

    /**
     * What a single comparison sees of a goal.
     *
     * @param unitTime what a unit of this cell takes
     */
    public record Reach(Goal goal, PairedCell cell, Duration unitTime, Sensitivity sensitivity) {}

    /**
     * What became of a fault that was really there.
     *
     * @param time that the gates which saw it needed in the mean
     */
    public record Planted(Resampling.Found found, Duration time) {}

    /**
     * Finds it. From fewer than 5 units of a pair no gate is drawn: they would say the same again and again.
     *
     * @param effects of all units that count
     * @param unitTimes how long a unit takes, by the id of its cell
     * @param runs all units, raw
     */
    public static CalibrationFindings of(
            DuelPlan plan, List<UnitEffect> effects, Map<String, Duration> unitTimes, List<UnitRun> runs) {
        Map<String, List<UnitEffect>> byCell = effects.stream()
                .filter(UnitEffect::fit)
                .collect(Collectors.groupingBy(effect -> effect.cell().id()));
        Map<String, Integer> units = units(plan, byCell);
        boolean enough = units.values().stream().allMatch(count -> count >= Resampling.FEWEST);
        boolean same = plan.calibration().filter(Calibration.POWER::equals).isEmpty();
        return new CalibrationFindings(
                plan,
                units,
                scatter(plan, byCell),
                same && enough ? alarms(plan, byCell) : List.of(),
                same && enough ? caught(plan, byCell) : List.of(),
                same && enough ? IntermittentCost.judge(plan, runs, GATES, SEED) : List.of(),
                same && enough ? reach(plan, byCell, unitTimes) : List.of(),
                !same && enough ? planted(plan, byCell, unitTimes) : List.of(),
                OtherRules.judge(plan, byCell, same, GATES, SEED));
    }

    private static Map<String, Integer> units(DuelPlan plan, Map<String, List<UnitEffect>> byCell) {
        return plan.cells().stream().collect(Collectors.groupingBy(PairedCell::pair)).entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        pair -> WholeUnit.byPair(pair.getValue(), byCell)
                                .getFirst()
                                .size()));
    }

    private static List<OfCell> scatter(DuelPlan plan, Map<String, List<UnitEffect>> byCell) {
        List<OfCell> found = new ArrayList<>();
        for (PairedCell cell : plan.cells()) {
            for (Compared compared : Stream.concat(plan.gated(cell).stream(), plan.reported(cell).stream())
                    .toList()) {
                Scatter.of(cell, compared, byCell.getOrDefault(cell.id(), List.of()))
                        .ifPresent(scatter -> found.add(new OfCell(cell, compared, scatter)));
            }
        }
        return found;
    }

    private static List<Alarms> alarms(DuelPlan plan, Map<String, List<UnitEffect>> byCell) {
        List<Alarms> alarms = new ArrayList<>();
        alarms.add(new Alarms(plan.scale().alpha(), Resampling.nothingChanged(plan, byCell, GATES, SEED)));
        for (double allowed : ALLOWED) {
            DuelPlan laxer = plan.withScale(plan.scale().allowing(allowed));
            alarms.add(new Alarms(allowed, Resampling.nothingChanged(laxer, byCell, GATES, SEED)));
        }
        return alarms;
    }

    private static List<Caught> caught(DuelPlan plan, Map<String, List<UnitEffect>> byCell) {
        List<Caught> caught = new ArrayList<>();
        for (PairedCell cell : plan.cells()) {
            List<UnitEffect> effects = byCell.getOrDefault(cell.id(), List.of());
            for (Compared compared : plan.gated(cell)) {
                // What was 0 in every unit shows nothing of its noise, and any change of it would be seen.
                if (Scatter.of(cell, compared, effects)
                        .filter(found -> found.deviation() > 0)
                        .isEmpty()) {
                    continue;
                }
                for (double size : SIZES) {
                    Resampling.Outcomes outcomes =
                            Resampling.changed(plan, byCell, GATES_PER_SIZE, SEED, cell, compared, size);
                    caught.add(new Caught(cell, compared, size, (double) outcomes.caught() / outcomes.gates()));
                }
            }
        }
        return caught;
    }

    private static List<Reach> reach(
            DuelPlan plan, Map<String, List<UnitEffect>> byCell, Map<String, Duration> unitTimes) {
        List<Reach> reach = new ArrayList<>();
        for (Goal goal : Goal.ALL) {
            Optional<Tolerance> tolerance =
                    Optional.ofNullable(plan.tolerances().get(goal.metric()));
            for (PairedCell cell : plan.cells()) {
                List<UnitEffect> effects = byCell.getOrDefault(cell.id(), List.of());
                Duration time = unitTimes.getOrDefault(cell.id(), Duration.ZERO);
                int units = time.isPositive() ? (int) goal.within().dividedBy(time) : 0;
                tolerance
                        .flatMap(limit -> Sensitivity.of(cell, Compared.of(goal.metric()), effects, limit, units, SEED))
                        .ifPresent(sensitivity -> reach.add(new Reach(goal, cell, time, sensitivity)));
            }
        }
        return reach;
    }

    private static List<Planted> planted(
            DuelPlan plan, Map<String, List<UnitEffect>> byCell, Map<String, Duration> unitTimes) {
        return Resampling.planted(plan, byCell, GATES, SEED).stream()
                .map(found -> new Planted(found, time(plan, found, unitTimes)))
                .toList();
    }

    private static Duration time(DuelPlan plan, Resampling.Found found, Map<String, Duration> unitTimes) {
        double millis = plan.cells().stream()
                .filter(cell -> cell.name().equals(found.subject()))
                .mapToLong(
                        cell -> unitTimes.getOrDefault(cell.id(), Duration.ZERO).toMillis())
                .average()
                .orElse(0);
        return Duration.ofMillis(Math.round(found.units() * millis));
    }
}
