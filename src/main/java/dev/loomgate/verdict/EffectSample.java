package dev.loomgate.verdict;

import dev.loomgate.metric.Direction;
import dev.loomgate.metric.Metric;
import dev.loomgate.plan.Compared;
import dev.loomgate.plan.PairedCell;
import dev.loomgate.plan.Tolerance;
import dev.loomgate.summary.LogRatio;
import dev.loomgate.summary.UnitEffect;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/**
 * What a comparison is made of: one value per unit.
 *
 * @param subject what is compared, as a person calls it
 * @param cells behind it; several when it is pooled
 * @param byUnit logarithms of ratios by the number of the unit, positive is worse
 * @param modes that both arms have; looked for in allocation, whose size a JIT decides
 * @param baseline its typical value in the metric's unit; empty when it is pooled or unknown
 * @param leftOut units that say nothing of it, because the machine was not fit for this metric meanwhile
 * @param missing why units that should have a value have none, by the number of the unit
 */
record EffectSample(
        String subject,
        Compared compared,
        List<PairedCell> cells,
        NavigableMap<Integer, Double> byUnit,
        Optional<TwoModes> modes,
        OptionalDouble baseline,
        int leftOut,
        NavigableMap<Integer, String> missing) {
    /** Beyond as many as were not, what disturbs has a reason that further units do not cure. */
    private static final int MOST_LEFT_OUT = 5;

    /** Units of equal arms were seen to scatter by 1 to 7 % in CPU time, p50 and p95, by up to 11 % in allocation. */
    private static final double SCATTER = 0.10;

    EffectSample {
        cells = List.copyOf(cells);
        byUnit = Collections.unmodifiableNavigableMap(new TreeMap<>(byUnit));
        missing = Collections.unmodifiableNavigableMap(new TreeMap<>(missing));
    }

    static EffectSample of(PairedCell cell, Compared compared, List<UnitEffect> effects) {
        NavigableMap<Integer, LogRatio.Known> values = new TreeMap<>();
        int leftOut = 0;
        NavigableMap<Integer, String> missing = new TreeMap<>();
        for (UnitEffect effect : effects.stream().filter(UnitEffect::fit).toList()) {
            switch (effect.logRatio(compared)) {
                case LogRatio.Known known -> values.put(effect.unit(), known);
                case LogRatio.Disturbed disturbed -> leftOut++;
                case LogRatio.Missing none -> missing.put(effect.unit(), none.reason());
            }
        }
        NavigableMap<Integer, Double> logs = new TreeMap<>();
        values.forEach((unit, known) -> logs.put(unit, known.log()));
        return new EffectSample(
                cell.name(),
                compared,
                List.of(cell),
                logs,
                compared.metric() == Metric.ALLOCATED
                        ? TwoModes.of(
                                logs(values.values(), LogRatio.Known::baseline),
                                logs(values.values(), LogRatio.Known::candidate))
                        : Optional.empty(),
                values.values().stream().mapToDouble(LogRatio.Known::baseline).average(),
                leftOut,
                missing);
    }

    private static List<Double> logs(Collection<LogRatio.Known> values, ToDoubleFunction<LogRatio.Known> level) {
        return values.stream()
                .map(known -> Math.log(level.applyAsDouble(known)))
                .toList();
    }

    /**
     * Unit by unit the mean over some samples: what moves all of them a little shows here first. A unit counts when it
     * says something of each of them, as cells of one pair of JVMs move together; others are left out.
     */
    static EffectSample pooled(String subject, List<EffectSample> parts) {
        Set<Integer> some = new TreeSet<>();
        parts.forEach(part -> some.addAll(part.byUnit.keySet()));
        NavigableMap<Integer, Double> means = new TreeMap<>();
        some.stream()
                .filter(unit -> parts.stream().allMatch(part -> part.byUnit.containsKey(unit)))
                .forEach(unit -> means.put(unit, mean(parts, unit)));
        NavigableMap<Integer, String> missing = new TreeMap<>();
        parts.forEach(part -> part.missing.forEach(missing::putIfAbsent));
        int measured = parts.stream()
                .mapToInt(part -> part.byUnit.size() + part.leftOut + part.missing.size())
                .min()
                .orElse(0);
        return new EffectSample(
                subject,
                parts.getFirst().compared,
                parts.stream().flatMap(part -> part.cells.stream()).toList(),
                means,
                Optional.empty(),
                OptionalDouble.empty(),
                Math.max(0, measured - missing.size() - means.size()),
                missing);
    }

    private static double mean(List<EffectSample> parts, int unit) {
        return parts.stream()
                .mapToDouble(part -> Optional.ofNullable(part.byUnit.get(unit)).orElseThrow())
                .average()
                .orElseThrow();
    }

    /**
     * How many units there must be, so that this many values are among them; 0 for 0, and when more were left out than
     * it is worth to go on.
     */
    int unitsFor(int wanted) {
        int without = leftOut + missing.size();
        return wanted == 0 || without >= MOST_LEFT_OUT + byUnit.size() ? 0 : wanted + without;
    }

    /** Why the first unit without a value has none, where there is one: {@code unit 2: no answer}. */
    Optional<String> whyMissing() {
        return missing.entrySet().stream().findFirst().map(unit -> "unit " + unit.getKey() + ": " + unit.getValue());
    }

    /** In the order of the units; where both arms have two modes, each compared with itself. */
    List<Double> values() {
        List<Double> together = List.copyOf(byUnit.values());
        return modes.map(two -> two.within(together)).orElse(together);
    }

    /** What is to be caught tells how much its user expects a unit to scatter. */
    Evidence evidence(Tolerance tolerance, Optional<String> tooFew) {
        return new LogRatios(values(), Math.max(SCATTER, tolerance.caught()), tooFew);
    }

    boolean pooled() {
        return cells.size() > 1;
    }

    /** As a share of the baseline: half a rate is 50 % worse, and twice a time 100 %. */
    private double ofBaseline(double log) {
        return compared.metric().direction() == Direction.HIGHER_IS_BETTER ? -Math.expm1(-log) : Math.expm1(log);
    }

    Optional<Effect> effect() {
        if (byUnit.size() < 2) {
            return Optional.empty();
        }
        OneSided all = OneSided.of(values());
        return Optional.of(new Effect(
                byUnit.size(),
                ofBaseline(all.mean()),
                ofBaseline(all.lower(0.025)),
                ofBaseline(all.upper(0.025)),
                baseline));
    }
}
