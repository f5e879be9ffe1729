package dev.loomgate.summary;

import org.apache.commons.statistics.descriptive.Median;

/** How far one sample lies from another when both have some wild values: the median of all differences (Hodges and Lehmann 1963). */
final class HodgesLehmann {
    private HodgesLehmann() {}

    /** What has to be added to {@code from} to get to {@code to}. */
    static double shift(double[] from, double[] to) {
        if (from.length == 0 || to.length == 0) {
            throw new IllegalArgumentException("a shift needs values on both sides");
        }
        double[] differences = new double[from.length * to.length];
        int next = 0;
        for (double b : to) {
            for (double a : from) {
                differences[next++] = b - a;
            }
        }
        return Median.withDefaults().evaluate(differences);
    }
}
