package dev.loomgate.verdict;

import dev.loomgate.plan.Compared;
import dev.loomgate.plan.PairedCell;
import dev.loomgate.summary.UnitEffect;
import java.util.List;
import java.util.Optional;

/**
 * How single units of two equal arms scatter in one metric.
 *
 * @param units behind it
 * @param mean of the units, as a share; near 0, or the arms are not treated alike
 * @param deviation of a single unit, as a share
 * @param probability of a mean that far from 0, to either side, when nothing is between the arms
 */
public record Scatter(int units, double mean, double deviation, double probability) {
    /** Empty with fewer than two values. */
    public static Optional<Scatter> of(PairedCell cell, Compared compared, List<UnitEffect> effects) {
        EffectSample sample = EffectSample.of(cell, compared, effects);
        if (sample.values().size() < 2) {
            return Optional.empty();
        }
        OneSided all = OneSided.of(sample.values());
        double above = all.p(0);
        // A count that is the same in every unit leaves no doubt, and none that it is no difference.
        double either = all.deviation() == 0 && all.mean() == 0 ? 1 : 2 * Math.min(above, 1 - above);
        return Optional.of(new Scatter(all.n(), Math.expm1(all.mean()), Math.expm1(all.deviation()), either));
    }
}
