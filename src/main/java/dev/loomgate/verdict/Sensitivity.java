package dev.loomgate.verdict;

import dev.loomgate.plan.Compared;
import dev.loomgate.plan.PairedCell;
import dev.loomgate.plan.Tolerance;
import dev.loomgate.summary.UnitEffect;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * What one comparison alone sees after a fixed number of units, without the division of the allowed error among all
 * comparisons and without a confirmation: the sharpness of the measurement itself. To add a change to every unit moves
 * the lower bound by as much, so each drawn sample tells at once which change it would have caught; no size has to be
 * tried.
 *
 * @param units drawn for each sample
 * @param needed the smallest change each sample would have caught, as logarithms, ascending
 */
public record Sensitivity(int units, List<Double> needed) {
    /** The error that a single comparison is allowed in the project's goals. */
    private static final double ALPHA = 0.01;

    private static final int SAMPLES = 2000;
    private static final double SURE = 0.95;

    public Sensitivity {
        needed = List.copyOf(needed);
    }

    /** Empty when there are fewer than two units to draw, or to draw from, or one has no value. */
    public static Optional<Sensitivity> of(
            PairedCell cell, Compared compared, List<UnitEffect> effects, Tolerance tolerance, int units, long seed) {
        EffectSample sample = EffectSample.of(cell, compared, effects);
        if (units < 2 || sample.values().size() < 2 || !sample.missing().isEmpty()) {
            return Optional.empty();
        }
        SplittableRandom random = new SplittableRandom(seed);
        double[] needed = new double[SAMPLES];
        for (int draw = 0; draw < SAMPLES; draw++) {
            List<Double> drawn = new ArrayList<>();
            for (int unit = 0; unit < units; unit++) {
                double value =
                        sample.values().get(random.nextInt(sample.values().size()));
                drawn.add(random.nextBoolean() ? -value : value);
            }
            needed[draw] = Math.log1p(tolerance.tolerate()) - OneSided.of(drawn).lower(ALPHA);
        }
        Arrays.sort(needed);
        return Optional.of(new Sensitivity(units, Arrays.stream(needed).boxed().toList()));
    }

    /** The share of samples in which a change of that size is caught: 0.03 is 3 %. */
    public double caught(double change) {
        double log = Math.log1p(change);
        return (double) needed.stream().filter(value -> value < log).count() / needed.size();
    }

    /** The smallest change that is caught in 95 of 100 samples, as a share. */
    public double smallest() {
        return Math.expm1(needed.get((int) Math.ceil(SURE * needed.size()) - 1));
    }
}
