package dev.loomgate.verdict;

import dev.loomgate.metric.Metric;
import dev.loomgate.plan.Compared;
import dev.loomgate.plan.DuelCell;
import dev.loomgate.plan.DuelPlan;
import dev.loomgate.plan.Tolerance;
import dev.loomgate.summary.Shift;
import dev.loomgate.summary.UnitEffect;
import dev.loomgate.verdict.ComparisonVerdict.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Judges a duel from all of its units: the same units give the same verdicts, in a run and years later. The allowed error of the whole gate is divided beforehand, four
 * fifths among the comparisons and one fifth among the pooled ones, so that it holds however they depend on each other (Bonferroni).
 */
public final class DuelJudge {
    private static final double SHARE_OF_POOLED = 0.2;

    private final DuelPlan plan;
    private final Map<String, List<UnitEffect>> byCell = new HashMap<>();
    private final boolean over;
    private final Map<String, Integer> wanted = new HashMap<>();

    private DuelJudge(DuelPlan plan, List<UnitEffect> effects, boolean over) {
        this.plan = plan;
        this.over = over;
        effects.forEach(effect -> byCell.computeIfAbsent(effect.cell().id(), none -> new ArrayList<>())
                .add(effect));
    }

    /**
     * Where the duel stands.
     *
     * @param effects of all units that may count, in the order they were measured
     * @param over whether there will be no further units, because the time is used up: then what is open is inconclusive
     */
    public static DuelState judge(DuelPlan plan, List<UnitEffect> effects, boolean over) {
        return new DuelJudge(plan, effects, over).state();
    }

    private DuelState state() {
        List<ComparisonVerdict> comparisons = new ArrayList<>();
        plan.cells().forEach(cell -> comparisons.addAll(cell(cell)));
        comparisons.addAll(pooled());
        List<ComparisonVerdict> reported =
                plan.cells().stream().flatMap(this::reported).toList();
        return new DuelState(comparisons, reported, over ? Map.of() : wanted);
    }

    /** A cell needs no further unit when all is decided, or when it is red already. */
    private List<ComparisonVerdict> cell(DuelCell cell) {
        double alpha = plan.scale().alpha()
                * (1 - SHARE_OF_POOLED)
                / (plan.cells().size() * plan.tolerances().size());
        List<ComparisonVerdict> verdicts = new ArrayList<>();
        int most = 0;
        for (Metric metric : gated()) {
            Sight sight = sight(metric, view -> series(cell, metric, view), alpha);
            most = Math.max(most, sight.wanted());
            verdicts.add(verdict(sight));
        }
        verdicts.addAll(errors(cell));
        boolean red = verdicts.stream().anyMatch(verdict -> verdict.outcome() == Outcome.REGRESSION);
        if (!red && most > 0) {
            want(cell, most);
        }
        return verdicts;
    }

    private Sight sight(Metric metric, Function<View, Series> series, double alpha) {
        Tolerance tolerance = Optional.ofNullable(plan.tolerances().get(metric)).orElseThrow();
        return Sight.of(View.of(metric).stream().map(series).toList(), tolerance, alpha, this::walk);
    }

    private Walk walk(Series series, Tolerance tolerance, double alpha) {
        if (series.missing().isPresent()) {
            // Some units without a value are others than those that have one: what is left says nothing about all.
            return new Walk(
                    Outcome.INCONCLUSIVE,
                    0,
                    0,
                    0,
                    "could not be had, " + series.missing().get());
        }
        Walk walk = Walk.of(series.values(), tolerance, plan.scale().looks(), alpha);
        return over ? walk.stopped(series.values(), plan.scale().looks()) : walk;
    }

    private List<ComparisonVerdict> pooled() {
        List<Metric> metrics =
                gated().stream().filter(Contrast.METRICS::contains).toList();
        List<Contrast> contrasts = Contrast.of(plan.cells());
        double alpha = plan.scale().alpha() * SHARE_OF_POOLED / (metrics.size() * contrasts.size());
        List<ComparisonVerdict> verdicts = new ArrayList<>();
        for (Metric metric : metrics) {
            for (Contrast contrast : contrasts) {
                Sight sight = sight(metric, view -> series(contrast, metric, view), alpha);
                // Its cells are measured as long as they are open; only a suspicion is worth units of its own.
                if (sight.walk().outcome() == Outcome.OPEN && sight.walk().spent() > 0) {
                    contrast.cells().forEach(cell -> want(cell, sight.wanted()));
                }
                verdicts.add(verdict(sight));
            }
        }
        return verdicts;
    }

    private void want(DuelCell cell, int units) {
        wanted.merge(cell.id(), units, Math::max);
    }

    /** Where the baseline answers everything, a candidate that fails a single request is worse. */
    private List<ComparisonVerdict> errors(DuelCell cell) {
        double baseline = 0;
        double candidate = 0;
        for (UnitEffect effect : effects(cell)) {
            if (effect.shift(Metric.ERRORS) instanceof Shift.Known known) {
                baseline = Math.max(baseline, known.baseline());
                candidate = Math.max(candidate, known.candidate());
            }
        }
        if (candidate == 0 && baseline == 0) {
            return List.of();
        }
        boolean worse = baseline == 0;
        return List.of(new ComparisonVerdict(
                cell.name(),
                Metric.ERRORS,
                View.SHARPEST,
                false,
                worse ? Outcome.REGRESSION : Outcome.INCONCLUSIVE,
                Optional.empty(),
                0,
                0,
                "requests failed: up to " + baseline + " % on "
                        + cell.baseline().label() + ", up to " + candidate + " % on "
                        + cell.candidate().label()));
    }

    private Stream<ComparisonVerdict> reported(DuelCell cell) {
        return Compared.all().stream()
                .filter(metric -> !plan.tolerances().containsKey(metric))
                .map(metric -> series(cell, metric, View.SHARPEST))
                .map(series -> new ComparisonVerdict(
                        series.subject(),
                        series.metric(),
                        series.view(),
                        false,
                        Outcome.REPORTED,
                        series.effect(),
                        0,
                        0,
                        series.missing()
                                .map(reason -> "could not be had, " + reason)
                                .orElse("not gated")));
    }

    private ComparisonVerdict verdict(Sight sight) {
        Series series = sight.series();
        Walk walk = sight.walk();
        return new ComparisonVerdict(
                series.subject(),
                series.metric(),
                series.view(),
                series.pooled(),
                neverJudged(series, walk) ? Outcome.INVALID : walk.outcome(),
                series.effect(),
                walk.look(),
                walk.spent(),
                sight.reason());
    }

    /** A pooled comparison is not: that of its cells says it already. */
    private boolean neverJudged(Series series, Walk walk) {
        return walk.outcome() == Outcome.INCONCLUSIVE
                && !series.pooled()
                && series.leftOut() > 0
                && series.values().size() < plan.scale().looks().units().getFirst();
    }

    /** In the order of the enumeration, so that reports of two runs can be laid side by side. */
    private List<Metric> gated() {
        return plan.tolerances().keySet().stream().sorted().toList();
    }

    private Series series(DuelCell cell, Metric metric, View view) {
        return Series.of(cell, metric, view, effects(cell));
    }

    private Series series(Contrast contrast, Metric metric, View view) {
        return Series.pooled(
                contrast.subject(),
                contrast.cells().stream()
                        .map(cell -> series(cell, metric, view))
                        .toList());
    }

    private List<UnitEffect> effects(DuelCell cell) {
        return byCell.getOrDefault(cell.id(), List.of());
    }
}
