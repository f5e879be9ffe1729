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
 * @param missing why a unit has none, where one has none
 */
record Series(String subject, Metric metric, List<DuelCell> cells, List<Double> values, Optional<String> missing) {
    Series {
        cells = List.copyOf(cells);
        values = List.copyOf(values);
    }

    static Series of(DuelCell cell, Metric metric, List<UnitEffect> effects) {
        List<Double> values = new ArrayList<>();
        Optional<String> missing = Optional.empty();
        for (UnitEffect effect : effects) {
            switch (effect.shift(metric)) {
                case Shift.Known known -> values.add(known.log());
                case Shift.Missing none -> missing = Optional.of("unit " + effect.unit() + ": " + none.reason());
            }
        }
        return new Series(cell.name(), metric, List.of(cell), values, missing);
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
                parts.stream().flatMap(part -> part.missing.stream()).findFirst());
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
