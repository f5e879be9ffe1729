package dev.loomgate.verdict;

import dev.loomgate.experiment.Answers;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToLongFunction;
import org.apache.commons.statistics.distribution.BetaDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * How many requests of both arms failed, or were answered wrongly, in each unit; the change is the difference of their
 * shares.
 *
 * <p>Requests are no sample of how units differ: failures come in bursts. So counts are divided by their dispersion,
 * how much more the units of an arm differ than by chance (Pearson's chi-square by its degrees of freedom, of both arms
 * together, at least 1), and again by how little is known of it (the square of Student's t by the normal quantile). Of
 * what is left each arm's share has its exact binomial bounds (Clopper-Pearson), and their difference that which
 * follows from them (Newcombe 1998, Zou and Donner 2008: MOVER).
 */
record Shares(List<Count> baseline, List<Count> candidate) implements Evidence {
    /** One degree of freedom per arm goes into its mean. */
    private static final int ARMS = 2;

    /** A calibration asks for the same few some million times, and each takes 50 us. */
    private static final Map<Known, Double> UNKNOWN = new ConcurrentHashMap<>();

    /** The beta distribution of fewer has quantiles that no double can hold. */
    private static final double LEAST = 0.01;

    Shares {
        baseline = List.copyOf(baseline);
        candidate = List.copyOf(candidate);
        if (baseline.size() != candidate.size()) {
            throw new IllegalArgumentException(
                    "a unit has two arms, there are " + baseline.size() + " and " + candidate.size());
        }
    }

    /**
     * Of one arm in one unit.
     *
     * @param hits of them failed, or had a wrong body
     */
    record Count(long hits, long of) {
        static Count of(Answers answers, ToLongFunction<Answers> hits) {
            return new Count(hits.applyAsLong(answers), answers.sent());
        }
    }

    @Override
    public int units() {
        return baseline.size();
    }

    @Override
    public double scaled(double share) {
        return share;
    }

    /** Of all units, as shares. */
    double change() {
        return share(candidate) - share(baseline);
    }

    /** Whether the candidate was hit, and the baseline never. */
    boolean onlyCandidate() {
        return hits(candidate) > 0 && hits(baseline) == 0;
    }

    @Override
    public double lower(int from, int to, double alpha) {
        return bound(candidate.subList(from, to), baseline.subList(from, to), dispersion(to, alpha), alpha, -1);
    }

    @Override
    public double upper(int from, int to, double alpha) {
        return bound(baseline.subList(from, to), candidate.subList(from, to), dispersion(to, alpha), alpha, 1);
    }

    /** MOVER, from the lower bound of one share and the upper bound of the other; {@code sign} says to which side. */
    private static double bound(List<Count> low, List<Count> high, double dispersion, double alpha, int sign) {
        double below = share(low) - lowest(low, dispersion, alpha);
        double above = highest(high, dispersion, alpha) - share(high);
        return sign * (share(high) - share(low)) + sign * Math.hypot(below, above);
    }

    /** Where no request fails and units have as many requests as those before; of the first unit nothing is known. */
    @Override
    public boolean couldRuleOut(double change, int units, double alpha) {
        return units() == 0
                || new Shares(noHits(baseline, units), noHits(candidate, units)).upper(0, units, alpha) < change;
    }

    private static List<Count> noHits(List<Count> counts, int units) {
        return Collections.nCopies(units, new Count(0, Math.round(of(counts) / counts.size())));
    }

    @Override
    public String whatWasSeen(double alpha) {
        return String.format(
                Locale.ROOT,
                "could have seen a difference of %.2f points",
                100 * (upper(0, units(), alpha) - change()));
    }

    /** By which counts are divided; of the units up to there. */
    private double dispersion(int units, double alpha) {
        int freedom = ARMS * (units - 1);
        if (freedom == 0) {
            return Double.POSITIVE_INFINITY;
        }
        double chiSquare = chiSquare(baseline.subList(0, units)) + chiSquare(candidate.subList(0, units));
        return Math.max(1, chiSquare / freedom) * UNKNOWN.computeIfAbsent(new Known(freedom, alpha), Known::factor);
    }

    /** What is known of a dispersion, and how sure a bound has to be. */
    private record Known(int freedom, double alpha) {
        double factor() {
            double ratio = TDistribution.of(freedom).inverseSurvivalProbability(alpha)
                    / NormalDistribution.of(0, 1).inverseSurvivalProbability(alpha);
            return ratio * ratio;
        }
    }

    /** How far the units of an arm are from its mean; 0 where none or all were hit. */
    private static double chiSquare(List<Count> counts) {
        double share = share(counts);
        return share == 0 || share == 1
                ? 0
                : counts.stream()
                        .filter(count -> count.of > 0)
                        .mapToDouble(
                                count -> Math.pow(count.hits - share * count.of, 2) / (share * (1 - share) * count.of))
                        .sum();
    }

    private static double lowest(List<Count> counts, double dispersion, double alpha) {
        double hits = hits(counts) / dispersion;
        double of = of(counts) / dispersion;
        return hits < LEAST ? 0 : BetaDistribution.of(hits, of - hits + 1).inverseCumulativeProbability(alpha);
    }

    private static double highest(List<Count> counts, double dispersion, double alpha) {
        double hits = hits(counts) / dispersion;
        double of = of(counts) / dispersion;
        if (of - hits < LEAST) {
            return 1;
        }
        return hits == 0
                ? -Math.expm1(Math.log(alpha) / of)
                : BetaDistribution.of(hits + 1, of - hits).inverseSurvivalProbability(alpha);
    }

    private static double share(List<Count> counts) {
        double of = of(counts);
        return of == 0 ? 0 : hits(counts) / of;
    }

    private static double hits(List<Count> counts) {
        return counts.stream().mapToLong(Count::hits).sum();
    }

    private static double of(List<Count> counts) {
        return counts.stream().mapToLong(Count::of).sum();
    }
}
