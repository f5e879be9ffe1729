package dev.loomgate.verdict;

import dev.loomgate.experiment.Slice;
import dev.loomgate.experiment.UnitRun;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.plan.Compared;
import dev.loomgate.plan.DuelPlan;
import dev.loomgate.plan.Side;
import dev.loomgate.summary.Effects;
import dev.loomgate.summary.UnitEffect;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What the gate makes of a cost that comes and goes. Units of an arm against itself are changed as if the candidate had
 * been dearer and slower in some of its windows, and gates are drawn from them.
 */
public final class IntermittentCost {
    /** How much dearer and slower, as a share. */
    public static final double SIZE = 0.20;

    /** Shares of the candidate's windows. */
    public static final List<Double> SHARES = List.of(1.0 / 3, 1.0 / 2, 2.0 / 3);

    /** Times that every unit is changed, each time in other windows. */
    private static final int PLACES = 4;

    private final Random random;

    private IntermittentCost(long seed) {
        this.random = new Random(seed);
    }

    /**
     * What became of a comparison.
     *
     * @param share of the windows in which it was dearer
     */
    public record Outcome(double share, Resampling.Found found) {}

    /** One for every share and every comparison of a metric that every window has. */
    static List<Outcome> judge(DuelPlan plan, List<UnitRun> runs, int gates, long seed) {
        List<UnitRun> fit = runs.stream()
                .filter(run -> run.failed().isEmpty() && Effects.unfit(run).isEmpty())
                .toList();
        List<Outcome> outcomes = new ArrayList<>();
        for (double share : SHARES) {
            Map<String, List<UnitEffect>> units = new IntermittentCost(seed).changed(fit, share);
            Resampling.planted(plan, units, gates, seed).stream()
                    .filter(found ->
                            Compared.OF_SLICES.contains(found.compared().metric()))
                    .forEach(found -> outcomes.add(new Outcome(share, found)));
        }
        return outcomes;
    }

    /** Either arm stands for the candidate. Each has a number of its own, the same on all cells of its pair of JVMs. */
    private Map<String, List<UnitEffect>> changed(List<UnitRun> runs, double share) {
        List<UnitEffect> effects = new ArrayList<>();
        for (UnitRun run : runs) {
            for (int place = 0; place < PLACES; place++) {
                for (Side dear : Side.values()) {
                    int number =
                            (run.number() * PLACES + place) * Side.values().length + (dear == Side.CANDIDATE ? 1 : 0);
                    effects.add(Effects.of(with(run, number, dear, share)));
                }
            }
        }
        return effects.stream()
                .collect(Collectors.groupingBy(effect -> effect.cell().id()));
    }

    private UnitRun with(UnitRun run, int number, Side dear, double share) {
        List<Integer> numbers = run.slices().stream()
                .filter(slice -> slice.side() == dear && slice.settled())
                .map(Slice::number)
                .collect(Collectors.toCollection(ArrayList::new));
        Collections.shuffle(numbers, random);
        Set<Integer> struck = new HashSet<>(numbers.subList(0, Math.toIntExact(Math.round(share * numbers.size()))));
        List<Slice> slices = run.slices().stream()
                .map(slice -> slice.side() == dear && struck.contains(slice.number()) ? dearer(slice) : slice)
                .map(slice ->
                        dear == Side.CANDIDATE ? slice : slice.of(slice.side().other()))
                .toList();
        return run.withSlices(number, slices);
    }

    private static Slice dearer(Slice slice) {
        Map<String, Map<Metric, Reading>> requests = new HashMap<>();
        slice.requests().forEach((name, readings) -> requests.put(name, dearer(readings)));
        return slice.with(dearer(slice.readings()), requests);
    }

    private static Map<Metric, Reading> dearer(Map<Metric, Reading> readings) {
        Map<Metric, Reading> dearer = new HashMap<>(readings);
        for (Metric metric : Compared.OF_SLICES) {
            dearer.computeIfPresent(
                    metric,
                    (same, reading) -> reading instanceof Reading.Measured measured
                            ? new Reading.Measured(same, (1 + SIZE) * measured.value())
                            : reading);
        }
        return dearer;
    }
}
