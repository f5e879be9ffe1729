package dev.loomgate.verdict;

import dev.loomgate.metric.Metric;
import dev.loomgate.plan.Compared;
import dev.loomgate.plan.DuelPlan;
import dev.loomgate.plan.PairedCell;
import dev.loomgate.plan.Tolerance;
import dev.loomgate.summary.UnitEffect;
import dev.loomgate.verdict.ComparisonVerdict.Outcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Judges a duel from all of its units: the same units give the same verdicts, in a run and years later. The allowed
 * error of the whole gate is divided beforehand, four fifths among the comparisons, those of single requests, failed
 * requests and wrong answers among them, and one fifth among the pooled ones, so that it holds however they depend on
 * each other (Bonferroni).
 */
public final class DuelJudge {
    private static final double SHARE_OF_POOLED = 0.2;

    /** What has a value per unit, and how far its test is. */
    private record Comparison(
            EffectSample sample, Evidence evidence, Tolerance tolerance, Procedure procedure, SequentialTest test) {
        Comparison stopped(String why) {
            return new Comparison(
                    sample, evidence, tolerance, procedure, test.stopped(evidence, tolerance, procedure, why));
        }

        Comparison lookedAtLast() {
            return new Comparison(
                    sample, evidence, tolerance, procedure, test.lastLook(evidence, tolerance, procedure));
        }

        /** How many units there must be for the next decision; 0 when there is none to come. */
        int wanted() {
            return sample.unitsFor(test.wanted(evidence, tolerance, procedure));
        }

        String reason() {
            String disturbed = sample.leftOut() == 0 ? "" : "; " + sample.leftOut() + " more were too disturbed for it";
            String without = test.look() == 0
                    ? ""
                    : sample.whyMissing().map(reason -> "; " + noValue(reason)).orElse("");
            String modes = sample.modes().map(two -> "; " + two.inWords()).orElse("");
            return test.reason() + modes + disturbed + without;
        }
    }

    private final DuelPlan plan;
    private final Map<String, List<UnitEffect>> byCell = new HashMap<>();
    private final boolean over;
    private final Map<String, Integer> wanted = new HashMap<>();
    private final Map<String, Integer> confirming = new HashMap<>();
    private final Set<String> red = new HashSet<>();

    private DuelJudge(DuelPlan plan, List<UnitEffect> effects, boolean over) {
        this.plan = plan;
        this.over = over;
        effects.forEach(effect -> byCell.computeIfAbsent(effect.cell().id(), none -> new ArrayList<>())
                .add(effect));
    }

    /**
     * Where the duel stands.
     *
     * @param effects of all units, in the order they were measured
     * @param over whether there will be no further units, because the time is used up: then what is open is looked at
     *     once more
     */
    public static DuelState judge(DuelPlan plan, List<UnitEffect> effects, boolean over) {
        return new DuelJudge(plan, effects, over).state();
    }

    /** Fresh units that it takes, at most, to confirm what looks worse. */
    public static int unitsToConfirm() {
        return Procedure.FRESH_VALUES;
    }

    private DuelState state() {
        List<ComparisonVerdict> comparisons = new ArrayList<>();
        plan.cells().forEach(cell -> comparisons.addAll(cell(cell)));
        comparisons.addAll(pooled());
        List<ComparisonVerdict> reported =
                plan.cells().stream().flatMap(this::reported).toList();
        return new DuelState(comparisons, reported, over ? Map.of() : wanted, over ? Map.of() : confirming);
    }

    /** A cell needs no further unit when all is decided, or when it is red already. */
    private List<ComparisonVerdict> cell(PairedCell cell) {
        double alpha = plan.scale().alpha() * (1 - SHARE_OF_POOLED) / plan.comparisons();
        List<Compared> gated = plan.gated(cell);
        List<Comparison> tests = gated.stream()
                .filter(compared -> !compared.isCount())
                .map(compared -> comparison(sample(cell, compared), plan.tooFew(cell, compared), alpha))
                .toList();
        List<CountTest> counts = gated.stream()
                .filter(Compared::isCount)
                .map(compared -> CountTest.of(
                        cell, compared, tolerance(compared), plan.scale().looks(), alpha, effects(cell)))
                .toList();
        List<Compared> worse = Stream.concat(
                        tests.stream()
                                .filter(comparison -> comparison.test().outcome() == Outcome.REGRESSION)
                                .map(comparison -> comparison.sample().compared()),
                        counts.stream()
                                .filter(count -> count.test().outcome() == Outcome.REGRESSION)
                                .map(CountTest::compared))
                .toList();
        if (worse.isEmpty()) {
            tests.forEach(comparison -> want(cell, comparison.wanted(), comparison.test()));
            counts.forEach(count -> want(cell, count.wanted(), count.test()));
        } else {
            red.add(cell.id());
        }
        // Why a red cell is not measured further is what its units show, and not the clock.
        boolean timeIsUp = over && worse.isEmpty();
        return Stream.concat(
                        tests.stream()
                                .map(comparison -> timeIsUp ? comparison.lookedAtLast() : comparison)
                                .map(comparison -> verdict(
                                        over ? comparison.stopped(whyNoMore(worse, comparison)) : comparison,
                                        !worse.isEmpty())),
                        counts.stream()
                                .map(count -> timeIsUp ? count.lookedAtLast() : count)
                                .map(count -> (over ? count.stopped(whyNoMore(worse)) : count).verdict()))
                .sorted(Comparator.comparingInt(verdict -> gated.indexOf(verdict.compared())))
                .toList();
    }

    private static String whyNoMore(List<Compared> worse, Comparison comparison) {
        return worse.isEmpty()
                        && comparison.wanted() == 0
                        && comparison.sample().leftOut() > 0
                ? "the machine disturbed too many units for it"
                : whyNoMore(worse);
    }

    private static String whyNoMore(List<Compared> worse) {
        return worse.isEmpty()
                ? "no more units were measured"
                : "a cell that is red, here for "
                        + worse.stream().map(Compared::toString).collect(Collectors.joining(", "))
                        + ", is not measured any further";
    }

    private Comparison comparison(EffectSample sample, Optional<String> tooFew, double alpha) {
        Tolerance tolerance = tolerance(sample.compared());
        Optional<String> missing = sample.whyMissing().map(DuelJudge::noValue);
        Evidence evidence = sample.evidence(tolerance, tooFew.or(() -> missing));
        Procedure procedure = Procedure.ofValues(plan.scale().looks());
        SequentialTest test = SequentialTest.of(evidence, tolerance, procedure, alpha);
        // Units without a value are others than those that have one: these rule nothing out, and show what they show.
        SequentialTest seen = missing.isEmpty() || test.suspicious() || test.outcome() == Outcome.REGRESSION
                ? test
                : new SequentialTest(Outcome.INCONCLUSIVE, 0, 0, 0, missing.get());
        return new Comparison(sample, evidence, tolerance, procedure, seen);
    }

    private Tolerance tolerance(Compared compared) {
        return Optional.ofNullable(plan.tolerances().get(compared.metric())).orElseThrow();
    }

    private List<ComparisonVerdict> pooled() {
        List<Metric> metrics = PooledComparison.METRICS.stream()
                .filter(plan.tolerances()::containsKey)
                .sorted()
                .toList();
        List<PooledComparison> pools = PooledComparison.of(plan.cells());
        double alpha = plan.scale().alpha() * SHARE_OF_POOLED / (metrics.size() * pools.size());
        List<ComparisonVerdict> verdicts = new ArrayList<>();
        for (Metric metric : metrics) {
            for (PooledComparison pool : pools) {
                Comparison comparison = comparison(sample(pool, Compared.of(metric)), Optional.empty(), alpha);
                // Its cells are measured as long as they are open; only a suspicion is worth units of its own.
                if (comparison.test().suspicious()) {
                    pool.cells().forEach(cell -> want(cell, comparison.wanted(), comparison.test()));
                }
                boolean timeIsUp = over && pool.cells().stream().noneMatch(cell -> red.contains(cell.id()));
                Comparison last = timeIsUp ? comparison.lookedAtLast() : comparison;
                verdicts.add(verdict(over ? last.stopped(whyNoMore(List.of(), comparison)) : last, false));
            }
        }
        return verdicts;
    }

    private void want(PairedCell cell, int units, SequentialTest test) {
        if (units > 0) {
            wanted.merge(cell.id(), units, Math::max);
        }
        if (units > 0 && test.suspicious()) {
            confirming.merge(cell.id(), units, Math::max);
        }
    }

    private Stream<ComparisonVerdict> reported(PairedCell cell) {
        return plan.reported(cell).stream()
                .map(compared -> sample(cell, compared))
                .map(sample -> new ComparisonVerdict(
                        sample.subject(),
                        sample.compared(),
                        false,
                        Outcome.REPORTED,
                        sample.effect(),
                        0,
                        0,
                        sample.whyMissing().map(DuelJudge::noValue).orElse("not gated")));
    }

    /** @param reason with its unit: {@code unit 2: no answer} */
    private static String noValue(String reason) {
        return "could not be measured in " + reason;
    }

    private ComparisonVerdict verdict(Comparison comparison, boolean cellIsRed) {
        EffectSample sample = comparison.sample();
        SequentialTest test = comparison.test();
        return new ComparisonVerdict(
                sample.subject(),
                sample.compared(),
                sample.pooled(),
                !cellIsRed && neverJudged(sample, test) ? Outcome.INVALID : test.outcome(),
                sample.effect(),
                test.look(),
                test.spent(),
                comparison.reason());
    }

    /**
     * A pooled comparison is not: that of its cells says it already. Nor one of a cell that was red before its first
     * look.
     */
    private boolean neverJudged(EffectSample sample, SequentialTest test) {
        return test.outcome() == Outcome.INCONCLUSIVE
                && !sample.pooled()
                && sample.leftOut() > 0
                && sample.values().size() < plan.scale().looks().units().getFirst();
    }

    private EffectSample sample(PairedCell cell, Compared compared) {
        return EffectSample.of(cell, compared, effects(cell));
    }

    private EffectSample sample(PooledComparison pool, Compared compared) {
        return EffectSample.pooled(
                pool.subject(),
                pool.cells().stream().map(cell -> sample(cell, compared)).toList());
    }

    private List<UnitEffect> effects(PairedCell cell) {
        return byCell.getOrDefault(cell.id(), List.of());
    }
}
