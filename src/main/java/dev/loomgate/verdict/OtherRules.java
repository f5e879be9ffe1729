package dev.loomgate.verdict;

import dev.loomgate.metric.Direction;
import dev.loomgate.plan.Compared;
import dev.loomgate.plan.DuelPlan;
import dev.loomgate.plan.PairedCell;
import dev.loomgate.plan.Side;
import dev.loomgate.summary.LogRatio;
import dev.loomgate.summary.UnitEffect;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.apache.commons.statistics.inference.AlternativeHypothesis;
import org.apache.commons.statistics.inference.MannWhitneyUTest;
import org.apache.commons.statistics.inference.TTest;

/**
 * What the rules of other tools say of the same units. They measure one version, then the other: so the values of the
 * baseline come from one stretch of the run and those of the candidate from the stretch after it. That is kind to them:
 * the two stretches lie minutes apart, not days.
 */
public final class OtherRules {
    /** benchstat asks for 10 runs of each, if they are to be had; with fewer than 5 its test can hardly be red. */
    private static final int MOST_RUNS = 10;

    private static final int FEWEST_RUNS = 5;

    private static final double RANK_TEST_P = 0.05;
    private static final double THRESHOLD = 1.10;
    private static final double WELCH_T = 7;

    private final DuelPlan plan;
    private final Map<String, List<UnitEffect>> byCell;
    private final boolean mayTurn;
    private final SplittableRandom random;

    private OtherRules(DuelPlan plan, Map<String, List<UnitEffect>> byCell, boolean mayTurn, long seed) {
        this.plan = plan;
        this.byCell = byCell;
        this.mayTurn = mayTurn;
        this.random = new SplittableRandom(seed);
    }

    /** A rule by which a comparison of a cell is called worse. */
    public enum Rule {
        /** As benchstat does. */
        RANK_TEST("Mann-Whitney p below 0.05, 5 to " + MOST_RUNS + " runs each"),
        /** As most CI actions do. */
        SINGLE_RUN("more than 10 % worse, one run each"),
        /** As Perfherder does. */
        WELCH("Welch t above 7, 5 to " + MOST_RUNS + " runs each");

        private final String words;

        Rule(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }

        /** Both in units of which more is worse. */
        boolean red(double[] before, double[] after) {
            return switch (this) {
                case RANK_TEST ->
                    MannWhitneyUTest.withDefaults()
                                    .with(AlternativeHypothesis.LESS_THAN)
                                    .test(before, after)
                                    .getPValue()
                            < RANK_TEST_P / 2;
                case SINGLE_RUN -> after[0] > THRESHOLD * before[0];
                case WELCH ->
                    scatters(before, after)
                            && TTest.withDefaults().test(after, before).getStatistic() > WELCH_T;
            };
        }

        /** Without any scatter t is not defined; values that are all alike are no alarm. */
        private static boolean scatters(double[] before, double[] after) {
            return DoubleStream.of(before).distinct().count() > 1
                    || DoubleStream.of(after).distinct().count() > 1;
        }
    }

    /**
     * What a rule said of drawn gates.
     *
     * @param redGates with at least one red comparison
     * @param comparisons in all of them
     * @param red of these
     */
    public record Outcomes(Rule rule, int gates, int redGates, long comparisons, long red) {}

    /**
     * All rules, on gates drawn alike.
     *
     * @param mayTurn whether the arms are the same, so that either may be called the baseline
     */
    public static List<Outcomes> judge(
            DuelPlan plan, Map<String, List<UnitEffect>> byCell, boolean mayTurn, int gates, long seed) {
        List<Outcomes> outcomes = new ArrayList<>();
        for (Rule rule : Rule.values()) {
            outcomes.add(new OtherRules(plan, byCell, mayTurn, seed).draw(rule, gates));
        }
        return outcomes;
    }

    private Outcomes draw(Rule rule, int gates) {
        int redGates = 0;
        long comparisons = 0;
        long red = 0;
        for (int gate = 0; gate < gates; gate++) {
            long redHere = 0;
            for (PairedCell cell : plan.cells()) {
                List<UnitEffect> units = byCell.getOrDefault(cell.id(), List.of());
                int runs = Math.min(MOST_RUNS, units.size() / 2);
                if (runs < FEWEST_RUNS) {
                    continue;
                }
                int start = random.nextInt(units.size() - 2 * runs + 1);
                Side first = mayTurn && random.nextBoolean() ? Side.CANDIDATE : Side.BASELINE;
                for (Compared compared : plan.gated(cell)) {
                    double[] before = costs(units.subList(start, start + runs), compared, first);
                    double[] after = costs(units.subList(start + runs, start + 2 * runs), compared, first.other());
                    if (before.length == runs && after.length == runs) {
                        comparisons++;
                        redHere += rule.red(before, after) ? 1 : 0;
                    }
                }
            }
            red += redHere;
            redGates += redHere > 0 ? 1 : 0;
        }
        return new Outcomes(rule, gates, redGates, comparisons, red);
    }

    private static double[] costs(List<UnitEffect> units, Compared compared, Side side) {
        return units.stream()
                .map(unit -> unit.logRatio(compared))
                .filter(LogRatio.Known.class::isInstance)
                .map(LogRatio.Known.class::cast)
                .mapToDouble(known -> side == Side.BASELINE ? known.baseline() : known.candidate())
                .map(value -> compared.metric().direction() == Direction.LOWER_IS_BETTER ? value : 1 / value)
                .toArray();
    }
}
