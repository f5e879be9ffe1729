package dev.loomgate.verdict;

import dev.loomgate.plan.Compared;
import dev.loomgate.plan.InterimAnalyses;
import java.util.List;

/**
 * How a comparison is tested while its units are measured; fixed beforehand.
 *
 * @param looks when is looked, and what each look may err
 * @param beforeConfirmation how often a look may find something worse by chance, in multiples of its share of the
 *     allowed error
 * @param confirmations on how many fresh units a regression may show again, ascending
 * @param clearFrom units before which nothing is clear
 * @param clearStays whether a comparison that is clear is not looked at again
 */
record Procedure(
        InterimAnalyses looks,
        double beforeConfirmation,
        List<Confirmation> confirmations,
        int clearFrom,
        boolean clearStays) {
    /**
     * A chance to confirm a regression.
     *
     * @param units fresh ones
     * @param alpha how often it may confirm by chance what is none; all together 5 %
     */
    record Confirmation(int units, double alpha) {}

    /**
     * Where units scatter by less than 10 %, one fresh unit is enough for a change of 60 % and two for one of 30 %; three
     * for one of 4 times their spread, five for once.
     */
    private static final List<Confirmation> OF_VALUES = List.of(
            new Confirmation(1, 0.005),
            new Confirmation(2, 0.010),
            new Confirmation(3, 0.010),
            new Confirmation(5, 0.025));

    /**
     * After three units only a large change can be red, while a small one may be ruled out already: a comparison that
     * is clear is not looked at again.
     */
    private static final int CLEAR_FROM = 5;

    /**
     * What a look finds must show again on fresh units, which err in 5 % at most: both together err half as often as is
     * allowed. The other half is for what could not be confirmed.
     */
    private static final double TEN_TIMES = 10;

    /** Failures come in bursts, and a single fresh unit may have one: there, the look keeps what is allowed by itself. */
    private static final double ONCE = 1;

    static final int FRESH_VALUES = OF_VALUES.getLast().units();

    /**
     * Two units leave Student's t two degrees of freedom: at an error of 1 in 10,000 it then asks for 71 standard
     * errors, and nothing is ever found. Three ask for 13.
     */
    private static final int FIRST_COUNTS = 3;

    /**
     * The first look needs a long way to be wrong, and the fresh unit a second time by chance: together four units, as
     * many as fit into three minutes.
     */
    private static final List<Confirmation> OF_COUNTS = List.of(new Confirmation(1, 0.05));

    Procedure {
        confirmations = List.copyOf(confirmations);
    }

    private static int clearFrom(InterimAnalyses looks) {
        return Math.min(CLEAR_FROM, looks.most());
    }

    /** Fresh units that it takes at most. */
    int confirmation() {
        return confirmations.getLast().units();
    }

    static Procedure of(Compared compared, InterimAnalyses looks) {
        return compared.isCount() ? ofCounts(looks) : ofValues(looks);
    }

    /** Of a metric that every unit has a value of. What is clear once is not measured further. */
    static Procedure ofValues(InterimAnalyses looks) {
        return new Procedure(looks, TEN_TIMES, OF_VALUES, clearFrom(looks), true);
    }

    /**
     * Of requests that failed or were answered wrongly. A server may fail in one unit of many: so every unit is looked
     * at, nothing is clear before the first look of the other metrics, and what is clear after five units is not clear
     * any more when the sixth fails.
     */
    static Procedure ofCounts(InterimAnalyses looks) {
        return new Procedure(
                InterimAnalyses.atEvery(FIRST_COUNTS, looks.most()), ONCE, OF_COUNTS, clearFrom(looks), false);
    }
}
