package dev.loomgate.verdict;

import dev.loomgate.metric.Counted;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.statistics.inference.AlternativeHypothesis;
import org.apache.commons.statistics.inference.FisherExactTest;

/**
 * Two modes that both arms have. A JIT may inline or not, and its JVM then needs less for each request, or more, as
 * long as it lives. Then two arms in different modes differ by what is between the modes. So each mode is compared with
 * itself, unless the candidate is in the higher one more often.
 *
 * @param apart logarithm of the ratio of the modes
 * @param baseline whether the baseline of each unit was in the higher one
 * @param candidate the same of the candidate
 */
record TwoModes(double apart, List<Boolean> baseline, List<Boolean> candidate) {
    /** So many standard deviations of a mode are between its centre and that of the other; measured were 7 to 13. */
    private static final double CLEARLY = 6;

    /** Modes nearer to each other are none: a server that allocates the same to the byte scatters by next to nothing. */
    private static final double LEAST = Math.log(1.03);

    /** Values of both arms in a mode: fewer may have strayed. */
    private static final int FEWEST = 3;

    /** How far the arms may differ in what is between their modes, in standard deviations of a mode. */
    private static final double ALIKE = 3;

    /**
     * The candidate is in the higher mode more often where chance alone would put so many more of its JVMs there in no
     * more than one of five cases. With five units that is four JVMs against one.
     */
    private static final double RARE = 0.2;

    TwoModes {
        baseline = List.copyOf(baseline);
        candidate = List.copyOf(candidate);
    }

    /**
     * Looks for them.
     *
     * @param baseline logarithms of what its JVMs showed, one per unit
     * @param candidate the same of the candidate, in the same order
     */
    static Optional<TwoModes> of(List<Double> baseline, List<Double> candidate) {
        if (baseline.size() < FEWEST) {
            return Optional.empty();
        }
        Arm before = Arm.of(baseline);
        Arm after = Arm.of(candidate);
        double within = Math.sqrt((before.squares + after.squares) / (2 * baseline.size() - 4.0));
        double apart = (before.apart + after.apart) / 2;
        int higher = before.inHigher() + after.inHigher();
        boolean found = higher >= FEWEST
                && 2 * baseline.size() - higher >= FEWEST
                && apart >= Math.max(LEAST, CLEARLY * within)
                && Math.abs(before.apart - after.apart) <= ALIKE * within
                && !isMoreOften(after.higher, before.higher);
        return found ? Optional.of(new TwoModes(apart, before.higher, after.higher)) : Optional.empty();
    }

    /**
     * One arm, divided where its values leave the widest gap.
     *
     * @param higher which of its values are above that
     * @param apart between the means of the two parts
     * @param squares of what the values are from the mean of their part, summed
     */
    private record Arm(List<Boolean> higher, double apart, double squares) {
        static Arm of(List<Double> values) {
            double[] sorted =
                    values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
            int below = IntStream.range(1, sorted.length)
                    .reduce((one, other) -> gap(sorted, other) > gap(sorted, one) ? other : one)
                    .orElseThrow();
            OneSided low = part(sorted, 0, below);
            OneSided high = part(sorted, below, sorted.length);
            double least = sorted[below];
            return new Arm(
                    values.stream().map(value -> value >= least).toList(),
                    high.mean() - low.mean(),
                    squares(low) + squares(high));
        }

        private static double gap(double[] sorted, int at) {
            return sorted[at] - sorted[at - 1];
        }

        private static OneSided part(double[] sorted, int from, int to) {
            return OneSided.of(
                    IntStream.range(from, to).mapToObj(i -> sorted[i]).toList());
        }

        private static double squares(OneSided part) {
            return part.n() == 1 ? 0 : (part.n() - 1) * part.deviation() * part.deviation();
        }

        int inHigher() {
            return count(higher);
        }
    }

    /** The logarithms of the units' ratios, as if both arms of each had been in the same mode. */
    List<Double> within(List<Double> ratios) {
        return IntStream.range(0, ratios.size())
                .mapToObj(unit -> ratios.get(unit) - apart * (place(candidate, unit) - place(baseline, unit)))
                .toList();
    }

    private static int place(List<Boolean> higher, int unit) {
        return higher.get(unit) ? 1 : 0;
    }

    private static int count(List<Boolean> higher) {
        return (int) higher.stream().filter(is -> is).count();
    }

    /** Fisher's exact test of the higher mode. */
    private static boolean isMoreOften(List<Boolean> candidate, List<Boolean> baseline) {
        int[][] table = Stream.of(candidate, baseline)
                .map(arm -> new int[] {count(arm), arm.size() - count(arm)})
                .toArray(int[][]::new);
        return FisherExactTest.withDefaults()
                        .with(AlternativeHypothesis.GREATER_THAN)
                        .test(table)
                        .getPValue()
                <= RARE;
    }

    /** {@code two modes, 14.9 % apart, are compared each with itself: 3 of 8 and 5 of 8 JVMs were in the higher one}. */
    String inWords() {
        return String.format(
                Locale.ROOT,
                "two modes, %.1f %% apart, are compared each with itself: %d of %d and %d of %s were in the higher one",
                100 * Math.expm1(apart),
                count(baseline),
                baseline.size(),
                count(candidate),
                Counted.of(candidate.size(), "JVM"));
    }
}
