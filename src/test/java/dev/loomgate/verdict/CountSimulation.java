package dev.loomgate.verdict;

import dev.loomgate.plan.InterimAnalyses;
import dev.loomgate.plan.Tolerance;
import dev.loomgate.verdict.ComparisonVerdict.Outcome;
import dev.loomgate.verdict.Shares.Count;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import java.util.stream.IntStream;

/** Draws comparisons of failed requests whose truth is known. The seed is fixed: the same is found on every machine. */
final class CountSimulation {
    /**
     * Nothing more than the baseline is tolerated, half a point must be caught: what holds where a file says nothing.
     */
    static final Tolerance TOLERANCE = new Tolerance(0, 0.005);

    /** Requests of an arm in a unit: 20.8 s at 1,000 req/s. */
    static final int REQUESTS = 20_800;

    /** What a comparison of one cell with eight other metrics may err: 1 % x 4/5 / 10. */
    static final double ALPHA = 0.0008;

    private static final InterimAnalyses LOOKS = InterimAnalyses.upTo(12);

    private final SplittableRandom random;

    CountSimulation(long seed) {
        this.random = new SplittableRandom(seed);
    }

    /**
     * What became of the drawn comparisons.
     *
     * @param units that those needed in the mean that were red
     * @param most units that one of them needed
     */
    record Found(int tries, int red, int clear, double units, int most) {
        double redShare() {
            return (double) red / tries;
        }

        double clearShare() {
            return (double) clear / tries;
        }
    }

    /** The true share of requests that fail, drawn anew for each unit of each arm. */
    Found run(int tries, int requests, DoubleSupplier baseline, DoubleSupplier candidate) {
        int red = 0;
        int clear = 0;
        int most = 0;
        long units = 0;
        Procedure procedure = Procedure.ofCounts(LOOKS);
        for (int i = 0; i < tries; i++) {
            List<Count> first = new ArrayList<>();
            List<Count> second = new ArrayList<>();
            for (int unit = 0; unit < LOOKS.most() + procedure.confirmation(); unit++) {
                first.add(count(requests, baseline.getAsDouble()));
                second.add(count(requests, candidate.getAsDouble()));
            }
            SequentialTest test = SequentialTest.of(new Shares(first, second), TOLERANCE, procedure, ALPHA);
            clear += test.outcome() == Outcome.CLEAR ? 1 : 0;
            if (test.outcome() == Outcome.REGRESSION) {
                int needed = procedure.looks().units().get(test.look() - 1) + procedure.confirmation();
                red++;
                units += needed;
                most = Math.max(most, needed);
            }
        }
        return new Found(tries, red, clear, red == 0 ? 0 : (double) units / red, most);
    }

    private Count count(int requests, double share) {
        return new Count(binomial(requests, share), requests);
    }

    /** Waiting times between hits are geometric. */
    private long binomial(int requests, double share) {
        if (share <= 0) {
            return 0;
        }
        if (share >= 0.02) {
            return Math.clamp(
                    Math.round(requests * share + random.nextGaussian() * Math.sqrt(requests * share * (1 - share))),
                    0,
                    requests);
        }
        long hits = 0;
        for (double at = wait(share); at <= requests; at += wait(share)) {
            hits++;
        }
        return hits;
    }

    private double wait(double share) {
        return Math.ceil(Math.log(1 - random.nextDouble()) / Math.log1p(-share));
    }

    /** The same in every unit. */
    static DoubleSupplier always(double share) {
        return () -> share;
    }

    /**
     * In this share of the units a burst of that many failures, of a size that scatters exponentially; otherwise the
     * usual.
     */
    DoubleSupplier bursts(double usual, double inUnits, double size) {
        return () ->
                usual + (random.nextDouble() < inUnits ? Math.min(0.9, -size * Math.log(1 - random.nextDouble())) : 0);
    }

    /** The same, but that all bursts have the same size: what a switch does that a JVM sets at its start. */
    DoubleSupplier switches(double usual, double inUnits, double size) {
        return () -> usual + (random.nextDouble() < inUnits ? size : 0);
    }

    /** Scatters from unit to unit by its own size. */
    DoubleSupplier scattered(double mean, int shape) {
        return () -> Math.min(
                0.9,
                mean
                        / shape
                        * IntStream.range(0, shape)
                                .mapToDouble(none -> -Math.log(1 - random.nextDouble()))
                                .sum());
    }
}
