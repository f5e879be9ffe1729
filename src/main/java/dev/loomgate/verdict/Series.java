package dev.loomgate.verdict;

import dev.loomgate.metric.Metric;
import dev.loomgate.plan.DuelCell;
import dev.loomgate.summary.Shift;
import dev.loomgate.summary.UnitEffect;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a comparison is made of: one value per unit.
 *
 * @param subject what is compared, as a person calls it
 * @param cells behind it; several when it is pooled
 * @param values logarithms of ratios, positive is worse, in the order of the units
 * @param leftOut units that say nothing of it, because the machine was not fit for this metric meanwhile
 * @param missing why a unit that should have one has none, where that is so
 */
record Series(
        String subject,
        Metric metric,
        List<DuelCell> cells,
        List<Double> values,
        int leftOut,
        Optional<String> missing) {
    /** Beyond as many as were not, what disturbs has a reason that further units do not cure. */
    private static final int MOST_LEFT_OUT = 5;

    Series {
        cells = List.copyOf(cells);
        values = List.copyOf(values);
    }

    static Series of(DuelCell cell, Metric metric, List<UnitEffect> effects) {
        List<Double> values = new ArrayList<>();
        int leftOut = 0;
        Optional<String> missing = Optional.empty();
        for (UnitEffect effect : effects) {
            switch (effect.shift(metric)) {
                case Shift.Known known -> values.add(known.log());
                case Shift.Disturbed disturbed -> leftOut++;
                case Shift.Missing none -> missing = Optional.of("unit " + effect.unit() + ": " + none.reason());
            }
        }
        return new Series(cell.name(), metric, List.of(cell), values, leftOut, missing);
    }

    /** Unit by unit the mean over some series: what moves all of them a little shows here first. */
    static Series pooled(String subject, List<Series> parts) {
        int units = parts.stream().mapToInt(part -> part.values.size()).min().orElse(0);
        List<Double> means = new ArrayList<>();
        for (int i = 0; i < units; i++) {
            int unit = i;
            means.add(parts.stream()
                    .mapToDouble(part -> part.values.get(unit))
                    .average()
                    .orElseThrow());
        }
        return new Series(
                subject,
                parts.getFirst().metric,
                parts.stream().flatMap(part -> part.cells.stream()).toList(),
                means,
                parts.stream().mapToInt(part -> part.leftOut).max().orElse(0),
                parts.stream().flatMap(part -> part.missing.stream()).findFirst());
    }

    /** How many units there must be, so that this many values are among them; 0 for 0, and when more were left out than it is worth to go on. */
    int unitsFor(int wanted) {
        return wanted == 0 || leftOut >= MOST_LEFT_OUT + values.size() ? 0 : wanted + leftOut;
    }

    boolean pooled() {
        return cells.size() > 1;
    }

    Optional<Effect> effect() {
        if (values.size() < 2) {
            return Optional.empty();
        }
        OneSided all = OneSided.of(values);
        return Optional.of(new Effect(
                values.size(), Math.expm1(all.mean()), Math.expm1(all.lower(0.025)), Math.expm1(all.upper(0.025))));
    }
}
