package dev.loomgate;

import dev.loomgate.metric.Metric;
import dev.loomgate.plan.Compared;
import dev.loomgate.summary.Shift;
import dev.loomgate.summary.UnitEffect;
import java.util.Locale;
import java.util.stream.Collectors;

/** A unit in one line of progress: how the candidate did against the baseline. */
final class UnitLine {
    private UnitLine() {}

    static String of(UnitEffect effect) {
        return Compared.OF_SLICES.stream()
                .map(metric -> metric + " " + change(effect, metric))
                .collect(Collectors.joining(", "));
    }

    private static String change(UnitEffect effect, Metric metric) {
        return switch (effect.shift(metric)) {
            case Shift.Known known -> String.format(Locale.ROOT, "%+.1f %%", 100 * Math.expm1(known.log()));
            case Shift.Disturbed disturbed -> "disturbed";
            case Shift.Missing missing -> "n/a";
        };
    }
}
