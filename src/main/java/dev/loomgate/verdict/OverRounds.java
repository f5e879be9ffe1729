package dev.loomgate.verdict;

import dev.loomgate.summary.Estimate.Estimated;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * What rounds say of a metric, or of the ratio of two, with a 95 % interval.
 *
 * @param value of the metric in its unit, or of the ratio; not a number where there is no ratio
 * @param low end of the interval
 * @param high end of the interval, infinite for a single round
 * @param expectedAs rounds more that an expectation counted as; 0 where the rounds alone tell how much they scatter
 */
record OverRounds(double value, double low, double high, int expectedAs) {
    static final double EACH_SIDE = 0.025;

    /**
     * Rounds more that an expectation counts as. As four, as in a comparison, 8 % of the rounds that follow lie outside
     * of what windows let expect, and 5 % may (docs/explanation/judging.md).
     */
    static final int EXPECTED_COUNTS_AS = 2;

    /** By the rounds alone. */
    OverRounds(double value, double low, double high) {
        this(value, low, high, 0);
    }

    /** Student's, of the values as they are. */
    static OverRounds of(List<Estimated> rounds) {
        OneSided all = OneSided.of(rounds.stream().map(Estimated::value).toList());
        return new OverRounds(all.mean(), Math.max(0, all.lower(EACH_SIDE)), all.upper(EACH_SIDE));
    }

    /**
     * One ratio per round, of cells that were measured minutes apart, by {@link #ofLogs}. A value of 0 has no logarithm;
     * then it is the ratio of the means.
     */
    static OverRounds ratio(List<Estimated> of, List<Estimated> over) {
        List<Double> logs = IntStream.range(0, of.size())
                .mapToObj(i -> Math.log(of.get(i).value() / over.get(i).value()))
                .toList();
        return logs.stream().allMatch(Double::isFinite) ? ofLogs(logs) : ofMeans(of, over);
    }

    /**
     * Of logarithms, one per round.
     *
     * @param expected standard deviation of a round, where something tells it beforehand
     */
    static OverRounds ofLogs(List<Double> logs, OptionalDouble expected) {
        return expected.isPresent() ? expecting(expected.getAsDouble(), logs) : ofLogs(logs);
    }

    /** Student's, of logarithms, one per round. */
    static OverRounds ofLogs(List<Double> logs) {
        OneSided all = OneSided.of(logs);
        return new OverRounds(Math.exp(all.mean()), Math.exp(all.lower(EACH_SIDE)), Math.exp(all.upper(EACH_SIDE)));
    }

    /**
     * Of logarithms, one per round. Two or three rounds can't tell how much rounds scatter, but something else lets
     * expect it: a moderated t. Rounds that differ by more than that tell themselves.
     *
     * @param expected standard deviation of a round, by its windows, its samples or other pairs
     */
    static OverRounds expecting(double expected, List<Double> logs) {
        return expecting(expected, EXPECTED_COUNTS_AS, logs);
    }

    /** @param count of rounds that the expectation counts as */
    static OverRounds expecting(double expected, int count, List<Double> logs) {
        OneSided all = OneSided.of(logs);
        double scatter = logs.size() < 2 ? expected : Math.max(expected, all.deviation());
        double reach = all.reach(EACH_SIDE, scatter, count);
        return new OverRounds(Math.exp(all.mean()), Math.exp(all.mean() - reach), Math.exp(all.mean() + reach), count);
    }

    /**
     * Fieller's interval: all ratios r for which the differences {@code of - r over} may have the mean 0, by Student's
     * t. It has ends only when {@code over} itself can't be 0.
     */
    private static OverRounds ofMeans(List<Estimated> of, List<Estimated> over) {
        Moments all = Moments.of(of, over);
        OverRounds unknown =
                new OverRounds(all.over == 0 ? Double.NaN : all.of / all.over, 0, Double.POSITIVE_INFINITY);
        if (all.n < 2) {
            return unknown;
        }
        double t = TDistribution.of(all.n - 1).inverseSurvivalProbability(EACH_SIDE);
        double a = all.over * all.over - t * t * all.overVariance;
        double b = all.of * all.over - t * t * all.covariance;
        double c = all.of * all.of - t * t * all.ofVariance;
        if (a <= 0) {
            return unknown;
        }
        double reach = Math.sqrt(Math.max(0, b * b - a * c));
        return new OverRounds(unknown.value, Math.max(0, (b - reach) / a), (b + reach) / a);
    }

    /** Means, and the variances and the covariance of these means. */
    private record Moments(int n, double of, double over, double ofVariance, double overVariance, double covariance) {
        static Moments of(List<Estimated> of, List<Estimated> over) {
            int n = of.size();
            double first = of.stream().mapToDouble(Estimated::value).average().orElse(0);
            double second =
                    over.stream().mapToDouble(Estimated::value).average().orElse(0);
            double[] sums = new double[3];
            for (int i = 0; i < n; i++) {
                double one = of.get(i).value() - first;
                double other = over.get(i).value() - second;
                sums[0] += one * one;
                sums[1] += other * other;
                sums[2] += one * other;
            }
            double each = (double) n * (n - 1);
            return new Moments(n, first, second, sums[0] / each, sums[1] / each, sums[2] / each);
        }
    }

    /**
     * Of capacities, which a search leaves open between a rate that held and one that did not: Student's, of the
     * logarithms; of the lower ends below and of the upper ends above. So it is never narrower than what the searches
     * leave open, and as wide as their boots differ.
     */
    static OverRounds searched(List<Estimated> rounds) {
        return ends(rounds, Estimated::value, Estimated::low, Estimated::high);
    }

    /** The same of their ratio, round by round. */
    static OverRounds searchedRatio(List<Estimated> of, List<Estimated> over) {
        record Pair(Estimated of, Estimated over) {}
        List<Pair> pairs = IntStream.range(0, of.size())
                .mapToObj(i -> new Pair(of.get(i), over.get(i)))
                .toList();
        return ends(
                pairs,
                pair -> pair.of.value() / pair.over.value(),
                pair -> pair.of.low() / pair.over.high(),
                pair -> pair.of.high() / pair.over.low());
    }

    private static <T> OverRounds ends(
            List<T> rounds, ToDoubleFunction<T> value, ToDoubleFunction<T> low, ToDoubleFunction<T> high) {
        double lower = log(rounds, low).map(logs -> logs.lower(EACH_SIDE)).orElse(Double.NEGATIVE_INFINITY);
        double upper = log(rounds, high).map(logs -> logs.upper(EACH_SIDE)).orElse(Double.POSITIVE_INFINITY);
        // Of a ratio infinite where the other side held nothing, and not a number where neither held anything.
        double middle = rounds.stream()
                .mapToDouble(round -> Math.log(value.applyAsDouble(round)))
                .average()
                .orElseThrow();
        return new OverRounds(Math.exp(middle), Math.exp(lower), Math.exp(upper));
    }

    /** Empty where one of them is 0, or has no end: then there is no bound on this side. */
    private static <T> Optional<OneSided> log(List<T> rounds, ToDoubleFunction<T> of) {
        List<Double> logs =
                rounds.stream().map(round -> Math.log(of.applyAsDouble(round))).toList();
        return logs.stream().allMatch(Double::isFinite) ? Optional.of(OneSided.of(logs)) : Optional.empty();
    }
}
