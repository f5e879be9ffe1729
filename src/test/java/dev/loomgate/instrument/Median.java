package dev.loomgate.instrument;

import java.util.Arrays;

/** The middle of some numbers; of an even count, the mean of the two in the middle. */
final class Median {
    private Median() {}

    static double of(double... values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int half = sorted.length / 2;
        if (sorted.length == 0) {
            return Double.NaN;
        }
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }
}
