package dev.loomgate.verdict;

import dev.loomgate.metric.Metric;
import dev.loomgate.plan.Compared;
import dev.loomgate.plan.InterimAnalyses;

/**
 * How a comparison is tested while its units are measured; fixed beforehand.
 *
 * @param looks when is looked, and what each look may err
 * @param confirmation fresh units on which a regression must show again
 * @param clearFrom units before which nothing is clear
 * @param clearStays whether a comparison that is clear is not looked at again
 */
record Procedure(InterimAnalyses looks, int confirmation, int clearFrom, boolean clearStays) {
    /** So many fresh units have a spread of their own. */
    static final int FRESH_VALUES = 5;

    /**
     * Two units leave Student's t two degrees of freedom: at an error of 1 in 10,000 it then asks for 71 standard errors, and nothing is ever found. Three ask for 13.
     */
    private static final int FIRST_COUNTS = 3;

    /** The first look needs a long way to be wrong, and the fresh unit a second time by chance: together four units, as many as fit into three minutes. */
    private static final int FRESH_COUNTS = 1;

    static Procedure of(Metric metric, InterimAnalyses looks) {
        return Compared.COUNTS.contains(metric) ? ofCounts(looks) : ofValues(looks);
    }

    /** Of a metric that every unit has a value of. What is clear once is not measured further. */
    static Procedure ofValues(InterimAnalyses looks) {
        return new Procedure(looks, FRESH_VALUES, looks.units().getFirst(), true);
    }

    /**
     * Of requests that failed or were answered wrongly. A server may fail in one unit of many: so every unit is looked at, nothing is clear before the first look of the other metrics, and what is
     * clear after five units is not clear any more when the sixth fails.
     */
    static Procedure ofCounts(InterimAnalyses looks) {
        return new Procedure(
                InterimAnalyses.atEvery(FIRST_COUNTS, looks.most()),
                FRESH_COUNTS,
                looks.units().getFirst(),
                false);
    }
}
