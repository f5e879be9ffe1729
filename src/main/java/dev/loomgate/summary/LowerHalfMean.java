package dev.loomgate.summary;

import java.util.Arrays;

/**
 * Where a sample lies while the machine is left alone: the mean of its lower half. Who shares a core or a cache makes it slower, in bouts of seconds, and nobody makes it faster; so what is high may be
 * somebody else's, and what is low is not. It moves with the sample as the mean does: a change that is in every value is found whole.
 *
 * <p>That is its price: of a cost that comes in some values only it sees little. By simulation (six values, 2 % of noise, 20 % more in some of them) it tells 1.4 % when three have it and 7.4 % when four
 * have it, where the median of all differences tells 10 and 18 %; with one or two neither tells more than 2 %.
 */
final class LowerHalfMean {
    private LowerHalfMean() {}

    /** What has to be added to {@code from} to get to {@code to}. */
    static double shift(double[] from, double[] to) {
        return location(to) - location(from);
    }

    /** Mean of the lower half; of an odd number of values the one in the middle is among them. */
    static double location(double[] sample) {
        if (sample.length == 0) {
            throw new IllegalArgumentException("there is no half of nothing");
        }
        return Arrays.stream(sample)
                .sorted()
                .limit((sample.length + 1) / 2)
                .average()
                .orElseThrow();
    }
}
