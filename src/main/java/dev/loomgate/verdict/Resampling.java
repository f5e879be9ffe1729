package dev.loomgate.verdict;

import dev.loomgate.metric.Metric;
import dev.loomgate.plan.DuelCell;
import dev.loomgate.plan.DuelPlan;
import dev.loomgate.summary.Shift;
import dev.loomgate.summary.UnitEffect;
import dev.loomgate.verdict.ComparisonVerdict.Outcome;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * How often the gate is wrong, found by drawing new gates from the units of a run that compared an arm with itself (reading/statistics.md 2.8). Nothing but chance tells its arms apart, so each
 * drawn unit may as well be turned round: all its shifts change their sign together, or none does.
 */
public final class Resampling {
    /** Enough for the last look and its confirmation. */
    private static final int SPARE = Walk.CONFIRMATION;

    private final DuelPlan plan;
    private final Map<String, List<UnitEffect>> byCell;
    private final SplittableRandom random;

    private Resampling(DuelPlan plan, Map<String, List<UnitEffect>> byCell, long seed) {
        this.plan = plan;
        this.byCell = byCell;
        this.random = new SplittableRandom(seed);
    }

    /**
     * What became of the drawn gates.
     *
     * @param gates drawn
     * @param redGates of them with at least one REGRESSION
     * @param comparisons in all of them, pooled ones too
     * @param red of these REGRESSION
     * @param clear of these CLEAR
     * @param caught gates in which the changed metric of the changed cell was REGRESSION; 0 when nothing was changed
     */
    public record Outcomes(int gates, int redGates, long comparisons, long red, long clear, int caught) {}

    /** Gates in which nothing changed. */
    public static Outcomes nothingChanged(DuelPlan plan, Map<String, List<UnitEffect>> byCell, int gates, long seed) {
        return new Resampling(plan, byCell, seed).draw(gates, Map.of(), "");
    }

    /**
     * Gates in which one metric of one cell got worse, by adding that to every unit: what the recorded noise lets through. A real regression may also change the noise.
     *
     * @param worse as a share: 0.03 is 3 %
     */
    public static Outcomes changed(
            DuelPlan plan,
            Map<String, List<UnitEffect>> byCell,
            int gates,
            long seed,
            DuelCell cell,
            Metric metric,
            double worse) {
        return new Resampling(plan, byCell, seed).draw(gates, Map.of(metric, Math.log1p(worse)), cell.id());
    }

    private Outcomes draw(int gates, Map<Metric, Double> added, String cell) {
        int redGates = 0;
        int caught = 0;
        long comparisons = 0;
        long red = 0;
        long clear = 0;
        for (int gate = 0; gate < gates; gate++) {
            List<ComparisonVerdict> verdicts =
                    DuelJudge.judge(plan, gate(added, cell), true).comparisons();
            long reds = count(verdicts, Outcome.REGRESSION);
            comparisons += verdicts.size();
            red += reds;
            clear += count(verdicts, Outcome.CLEAR);
            redGates += reds > 0 ? 1 : 0;
            caught += isCaught(verdicts, added, cell) ? 1 : 0;
        }
        return new Outcomes(gates, redGates, comparisons, red, clear, caught);
    }

    private boolean isCaught(List<ComparisonVerdict> verdicts, Map<Metric, Double> added, String cell) {
        return plan.cells().stream()
                .filter(each -> each.id().equals(cell))
                .anyMatch(each -> verdicts.stream()
                        .anyMatch(verdict -> !verdict.pooled()
                                && verdict.subject().equals(each.name())
                                && added.containsKey(verdict.metric())
                                && verdict.outcome() == Outcome.REGRESSION));
    }

    private static long count(List<ComparisonVerdict> verdicts, Outcome outcome) {
        return verdicts.stream().filter(verdict -> verdict.outcome() == outcome).count();
    }

    private List<UnitEffect> gate(Map<Metric, Double> added, String changedCell) {
        List<UnitEffect> drawn = new ArrayList<>();
        for (DuelCell cell : plan.cells()) {
            List<UnitEffect> units = byCell.getOrDefault(cell.id(), List.of());
            for (int unit = 1; unit <= plan.scale().looks().most() + SPARE && !units.isEmpty(); unit++) {
                UnitEffect one = units.get(random.nextInt(units.size()));
                double sign = random.nextBoolean() ? 1 : -1;
                drawn.add(new UnitEffect(
                        cell, unit, turned(one, sign, cell.id().equals(changedCell) ? added : Map.of())));
            }
        }
        return drawn;
    }

    private static Map<Metric, Shift> turned(UnitEffect effect, double sign, Map<Metric, Double> added) {
        Map<Metric, Shift> shifts = new EnumMap<>(Metric.class);
        effect.shifts()
                .forEach((metric, shift) -> shifts.put(
                        metric,
                        switch (shift) {
                            case Shift.Known known ->
                                new Shift.Known(
                                        sign * known.log() + added.getOrDefault(metric, 0.0),
                                        known.baseline(),
                                        known.candidate());
                            case Shift.Missing missing -> missing;
                        }));
        return shifts;
    }
}
