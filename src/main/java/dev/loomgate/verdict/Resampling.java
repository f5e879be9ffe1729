package dev.loomgate.verdict;

import dev.loomgate.plan.Compared;
import dev.loomgate.plan.DuelPlan;
import dev.loomgate.plan.PairedCell;
import dev.loomgate.summary.UnitEffect;
import dev.loomgate.verdict.ComparisonVerdict.Outcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.apache.commons.statistics.distribution.BetaDistribution;

/**
 * How often the gate is wrong, found by drawing new gates from the units of a run (docs/explanation/error-rates.md).
 * Where it compared an arm with itself, nothing but chance tells its arms apart, so each drawn unit may as well be
 * turned round: all its ratios change their sign together, or none does. Cells that share a pair of JVMs are drawn
 * together, as they were measured: what makes one JVM slower makes it slower on every workload.
 */
public final class Resampling {
    /** Gates drawn from fewer units say what these few say, however many are drawn. */
    static final int FEWEST = 5;

    /** Enough for the last look and its confirmation. */
    private static final int SPARE = Procedure.FRESH_VALUES;

    /**
     * A gate gives a comparison another unit for one that was too disturbed for it, as long as not more are than count;
     * what the looks do not need changes nothing.
     */
    private static final int MORE_FOR_DISTURBED = 2;

    private final DuelPlan plan;
    private final List<List<WholeUnit>> pairs;
    private final SplittableRandom random;

    private Resampling(DuelPlan plan, Map<String, List<UnitEffect>> byCell, long seed) {
        this.plan = plan;
        this.pairs = WholeUnit.byPair(plan.cells(), byCell);
        this.random = new SplittableRandom(seed);
    }

    /**
     * What became of the drawn gates.
     *
     * @param gates drawn
     * @param redGates of them with at least one REGRESSION, or SUSPECTED
     * @param comparisons in all of them, pooled ones too
     * @param redOf how many of these were REGRESSION, or SUSPECTED, by what was compared: {@code p95 of virtual/io}
     * @param clear of these CLEAR
     * @param caught gates in which what was changed of the changed cell was REGRESSION; 0 when nothing was changed
     */
    public record Outcomes(
            int gates, int redGates, long comparisons, Map<String, Integer> redOf, long clear, int caught) {
        public Outcomes {
            redOf = Collections.unmodifiableMap(new LinkedHashMap<>(redOf));
        }

        /** Comparisons that were REGRESSION, or SUSPECTED. */
        public int red() {
            return redOf.values().stream().mapToInt(Integer::intValue).sum();
        }

        /**
         * The share of red gates is no higher than this, with 95 % confidence (Clopper-Pearson): 1 % for none in 300.
         */
        public double mostRedGates() {
            return redGates == gates
                    ? 1
                    : BetaDistribution.of(redGates + 1.0, (double) gates - redGates)
                            .inverseCumulativeProbability(0.95);
        }
    }

    /** Gates in which nothing changed. */
    public static Outcomes nothingChanged(DuelPlan plan, Map<String, List<UnitEffect>> byCell, int gates, long seed) {
        return new Resampling(plan, byCell, seed).draw(gates, Map.of(), "");
    }

    /**
     * Gates in which one cell got worse in one comparison, by adding that to every unit: what the recorded noise lets
     * through. A real regression may also change the noise.
     *
     * @param worse as a share: 0.03 is 3 %
     */
    public static Outcomes changed(
            DuelPlan plan,
            Map<String, List<UnitEffect>> byCell,
            int gates,
            long seed,
            PairedCell cell,
            Compared compared,
            double worse) {
        return new Resampling(plan, byCell, seed).draw(gates, Map.of(compared, Math.log1p(worse)), cell.id());
    }

    /**
     * What drawn gates found of one comparison, its arms being really different.
     *
     * @param red gates in which it was REGRESSION
     * @param clear gates in which it was CLEAR
     * @param units that the gates which saw it needed in the mean, confirmation included; 0 when none did
     */
    public record Found(String subject, Compared compared, int gates, int red, int clear, double units) {}

    /**
     * Gates drawn from units whose candidate has a known fault, as they were measured. One entry per comparison of a
     * cell that has units enough to draw from: one value drawn again and again would seem certain.
     */
    public static List<Found> planted(DuelPlan plan, Map<String, List<UnitEffect>> byCell, int gates, long seed) {
        Resampling resampling = new Resampling(plan, byCell, seed);
        Map<List<Object>, List<ComparisonVerdict>> byComparison = new LinkedHashMap<>();
        for (int gate = 0; gate < gates; gate++) {
            DuelJudge.judge(plan, resampling.gate(Map.of(), "", false), true).comparisons().stream()
                    .filter(verdict -> !verdict.pooled() && isEnough(plan, byCell, verdict))
                    .forEach(verdict -> byComparison
                            .computeIfAbsent(List.of(verdict.subject(), verdict.compared()), none -> new ArrayList<>())
                            .add(verdict));
        }
        return byComparison.values().stream()
                .map(verdicts -> found(plan, verdicts))
                .toList();
    }

    private static boolean isEnough(DuelPlan plan, Map<String, List<UnitEffect>> byCell, ComparisonVerdict comparison) {
        return plan.cells().stream()
                .filter(cell -> cell.name().equals(comparison.subject()))
                .map(cell -> byCell.getOrDefault(cell.id(), List.of()))
                .anyMatch(effects -> comparison.compared().isCount()
                        ? effects.size() >= FEWEST
                        : EffectSample.of(plan.cells().getFirst(), comparison.compared(), effects)
                                        .values()
                                        .size()
                                >= FEWEST);
    }

    private static Found found(DuelPlan plan, List<ComparisonVerdict> verdicts) {
        ComparisonVerdict first = verdicts.getFirst();
        Procedure procedure = Procedure.of(first.compared(), plan.scale().looks());
        double units = verdicts.stream()
                .filter(verdict -> verdict.outcome() == Outcome.REGRESSION && verdict.look() > 0)
                .mapToInt(verdict -> procedure.looks().units().get(verdict.look() - 1) + procedure.confirmation())
                .average()
                .orElse(0);
        return new Found(
                first.subject(),
                first.compared(),
                verdicts.size(),
                (int) count(verdicts, Outcome.REGRESSION),
                (int) count(verdicts, Outcome.CLEAR),
                units);
    }

    private Outcomes draw(int gates, Map<Compared, Double> added, String cell) {
        int redGates = 0;
        int caught = 0;
        long comparisons = 0;
        Map<String, Integer> redOf = new TreeMap<>();
        long clear = 0;
        for (int gate = 0; gate < gates; gate++) {
            List<ComparisonVerdict> verdicts =
                    DuelJudge.judge(plan, gate(added, cell, true), true).comparisons();
            List<ComparisonVerdict> red =
                    verdicts.stream().filter(Resampling::isRed).toList();
            comparisons += verdicts.size();
            red.forEach(verdict -> redOf.merge(verdict.compared() + " of " + verdict.subject(), 1, Integer::sum));
            clear += count(verdicts, Outcome.CLEAR);
            redGates += red.isEmpty() ? 0 : 1;
            caught += isCaught(verdicts, added, cell) ? 1 : 0;
        }
        return new Outcomes(gates, redGates, comparisons, redOf, clear, caught);
    }

    private boolean isCaught(List<ComparisonVerdict> verdicts, Map<Compared, Double> added, String cell) {
        return plan.cells().stream()
                .filter(each -> each.id().equals(cell))
                .anyMatch(each -> verdicts.stream()
                        .anyMatch(verdict -> !verdict.pooled()
                                && verdict.subject().equals(each.name())
                                && added.containsKey(verdict.compared())
                                && verdict.outcome() == Outcome.REGRESSION));
    }

    private static boolean isRed(ComparisonVerdict verdict) {
        return verdict.outcome() == Outcome.REGRESSION || verdict.outcome() == Outcome.SUSPECTED;
    }

    private static long count(List<ComparisonVerdict> verdicts, Outcome outcome) {
        return verdicts.stream().filter(verdict -> verdict.outcome() == outcome).count();
    }

    private List<UnitEffect> gate(Map<Compared, Double> added, String changedCell, boolean mayTurn) {
        List<UnitEffect> drawn = new ArrayList<>();
        for (List<WholeUnit> units : pairs) {
            for (int unit = 1;
                    unit <= MORE_FOR_DISTURBED * (plan.scale().looks().most() + SPARE) && !units.isEmpty();
                    unit++) {
                WholeUnit one = units.get(random.nextInt(units.size()));
                drawn.addAll(one.as(unit, mayTurn && random.nextBoolean(), added, changedCell));
            }
        }
        return drawn;
    }
}
