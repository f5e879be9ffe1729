package dev.loomgate.verdict;

import dev.loomgate.plan.InterimAnalyses;
import dev.loomgate.plan.Tolerance;
import dev.loomgate.verdict.ComparisonVerdict.Outcome;
import java.util.Optional;

/**
 * The group-sequential test of one comparison (docs/explanation/judging.md). The error that it may make at each look is
 * fixed beforehand, so that looking six times is wrong no more often than was allowed in total. The same evidence gives
 * the same result.
 *
 * @param look number of the look that decided, or the last one there was; 0 before the first
 * @param spent what the deciding look was allowed
 * @param wanted units that the next decision needs; 0 when there is none to come
 */
record SequentialTest(Outcome outcome, int look, double spent, int wanted, String reason) {
    /** Of missing a regression of the size that must be caught, over all looks. */
    private static final double BETA = 0.05;

    /** The error of a look, however much is allowed to the gate. */
    private static final double MOST = 0.05;

    /** Share of the allowed error of suspicions that were not confirmed. */
    private static final double ALONE = 0.5;

    /**
     * The result after as many units as there are.
     *
     * @param alpha one-sided error probability of this comparison, over all looks and with what confirms it
     */
    static SequentialTest of(Evidence evidence, Tolerance tolerance, Procedure procedure, double alpha) {
        double tolerated = evidence.scaled(tolerance.tolerate());
        double caught = evidence.scaled(tolerance.caught());
        InterimAnalyses looks = procedure.looks();
        Optional<SequentialTest> clear = Optional.empty();
        for (int look = 1; look <= looks.units().size(); look++) {
            int units = looks.units().get(look - 1);
            if (evidence.units() < units) {
                return clear.orElse(new SequentialTest(Outcome.OPEN, look - 1, 0, units, "needs " + units + " units"));
            }
            double share = looks.shares().get(look - 1);
            clear = Optional.empty();
            double spent = Math.min(MOST, procedure.beforeConfirmation() * alpha * share);
            if (evidence.lower(0, units, spent) > tolerated) {
                Optional<SequentialTest> suspicion = confirm(evidence, tolerated, procedure, look, spent);
                if (suspicion.isPresent()) {
                    return suspicion.get();
                }
            } else if (units >= procedure.clearFrom() && evidence.upper(0, units, BETA * share) < caught) {
                clear = Optional.of(
                        new SequentialTest(Outcome.CLEAR, look, BETA * share, 0, "a change of that size is ruled out"));
                if (procedure.clearStays()) {
                    return clear.get();
                }
            }
        }
        return clear.orElse(
                new SequentialTest(Outcome.INCONCLUSIVE, looks.units().size(), 0, 0, undecided(evidence, looks)));
    }

    /**
     * How many units the next decision needs; 0 when there is none to come, or when all units together could not rule
     * out what must be caught, and nothing looks worse.
     */
    int wanted(Evidence evidence, Tolerance tolerance, Procedure procedure) {
        InterimAnalyses looks = procedure.looks();
        return suspicious()
                        || evidence.couldRuleOut(
                                evidence.scaled(tolerance.caught()),
                                looks.most(),
                                BETA * looks.shares().getLast())
                ? wanted
                : 0;
    }

    /** Empty when fresh units did not show what the others had shown: then the test goes on. */
    private static Optional<SequentialTest> confirm(
            Evidence evidence, double tolerated, Procedure procedure, int look, double spent) {
        int units = procedure.looks().units().get(look - 1);
        for (Procedure.Confirmation chance : procedure.confirmations()) {
            int needed = units + chance.units();
            if (evidence.units() < needed) {
                return Optional.of(
                        new SequentialTest(Outcome.OPEN, look, spent, needed, "looks worse after " + units + " units"));
            }
            if (evidence.lower(units, needed, chance.alpha()) > tolerated) {
                String reason = "worse after " + units + " units, confirmed on " + fresh(chance.units());
                return Optional.of(new SequentialTest(Outcome.REGRESSION, look, spent, 0, reason));
            }
        }
        return Optional.empty();
    }

    private static String fresh(int units) {
        return units == 1 ? "a fresh one" : units + " fresh ones";
    }

    /** Whether it looks worse and that is not confirmed yet. */
    boolean suspicious() {
        return outcome == Outcome.OPEN && spent > 0;
    }

    /**
     * Looks at all units once more when the time is up, with all that earlier looks have left of the error: else a gate
     * whose time allows for four units of a cell has spent a tenth of it, and decides nothing. The clock says when, and
     * not what the units show. It only rules out, because what looks worse needs fresh units.
     */
    SequentialTest lastLook(Evidence evidence, Tolerance tolerance, Procedure procedure) {
        int units = evidence.units();
        if (outcome != Outcome.OPEN || suspicious() || units < InterimAnalyses.FEWEST_UNITS) {
            return this;
        }
        double allowed = BETA * procedure.looks().left(units);
        boolean looksWorse = evidence.lower(0, units, MOST) > evidence.scaled(tolerance.tolerate());
        return looksWorse || evidence.upper(0, units, allowed) >= evidence.scaled(tolerance.caught())
                ? this
                : new SequentialTest(
                        Outcome.CLEAR,
                        look,
                        allowed,
                        0,
                        "a change of that size is ruled out by the " + units + " units that there was time for");
    }

    /**
     * Stops here: there will be no further units. A suspicion stays one where it would have been enough by itself, with
     * half of the error that is allowed; the other half is of those that were confirmed.
     *
     * @param why there are none, as a sentence
     */
    SequentialTest stopped(Evidence evidence, Tolerance tolerance, Procedure procedure, String why) {
        if (outcome != Outcome.OPEN) {
            return this;
        }
        return suspicious() && isEnough(evidence, tolerance, procedure)
                ? new SequentialTest(
                        Outcome.SUSPECTED,
                        look,
                        spent,
                        0,
                        reason + "; not confirmed on " + fresh(procedure.confirmation()) + ", because " + why)
                : new SequentialTest(
                        Outcome.INCONCLUSIVE,
                        look,
                        spent,
                        0,
                        suspicious()
                                ? reason + ", which may be chance; not confirmed on " + fresh(procedure.confirmation())
                                        + ", because " + why
                                : undecided(evidence, procedure.looks()));
    }

    private boolean isEnough(Evidence evidence, Tolerance tolerance, Procedure procedure) {
        int units = procedure.looks().units().get(look - 1);
        double alone = procedure.beforeConfirmation() > 1 ? ALONE * spent / procedure.beforeConfirmation() : spent;
        return evidence.lower(0, units, alone) > evidence.scaled(tolerance.tolerate());
    }

    /** {@code undecided after 12 units: could have seen a change of 6.2 %}. */
    private static String undecided(Evidence evidence, InterimAnalyses looks) {
        if (evidence.units() < 2) {
            return "undecided: " + evidence.units() + " of " + looks.units().getFirst()
                    + " units that the first look needs";
        }
        return "undecided after " + evidence.units() + " units: "
                + evidence.whatWasSeen(BETA * looks.left(evidence.units()));
    }
}
