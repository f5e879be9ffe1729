package dev.loomgate.verdict;

import dev.loomgate.plan.Looks;
import dev.loomgate.plan.Tolerance;
import dev.loomgate.verdict.ComparisonVerdict.Outcome;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One comparison on its way through the looks (reading/statistics.md 3.5). At each look the error it may make there is fixed beforehand, so that looking five times is
 * wrong no more often than was allowed in total. Everything follows from the values alone: walked again, they end alike.
 *
 * @param look number of the look that decided, or the last one there was; 0 before the first
 * @param spent what the deciding look was allowed
 * @param wanted values that the next decision needs; 0 when there is none to come
 */
record Walk(Outcome outcome, int look, double spent, int wanted, String reason) {
    /** Of missing a regression of the size that must be caught, over all looks. */
    private static final double BETA = 0.05;

    /** A regression must show again on so many units that nobody has seen. */
    static final int CONFIRMATION = 5;

    private static final double CONFIRMATION_ALPHA = 0.05;

    /**
     * Walks as far as the values reach.
     *
     * @param values one per unit, in the order of the units; logarithms of ratios, positive is worse
     * @param alpha one-sided error probability of this comparison, over all looks
     */
    static Walk of(List<Double> values, Tolerance tolerance, Looks looks, double alpha) {
        double tolerated = Math.log1p(tolerance.tolerate());
        double caught = Math.log1p(tolerance.caught());
        for (int look = 1; look <= looks.units().size(); look++) {
            int units = looks.units().get(look - 1);
            if (values.size() < units) {
                return new Walk(Outcome.OPEN, look - 1, 0, units, "needs " + units + " units");
            }
            double share = looks.shares().get(look - 1);
            OneSided seen = OneSided.of(values.subList(0, units));
            if (seen.lower(alpha * share) > tolerated) {
                Optional<Walk> suspicion = confirm(values, tolerated, units, look, alpha * share);
                if (suspicion.isPresent()) {
                    return suspicion.get();
                }
            } else if (seen.upper(BETA * share) < caught) {
                return new Walk(Outcome.CLEAR, look, BETA * share, 0, "a change of that size is ruled out");
            }
        }
        return exhausted(values, looks);
    }

    /** Empty when fresh units did not show what the others had shown: then the walk goes on. */
    private static Optional<Walk> confirm(List<Double> values, double tolerated, int units, int look, double spent) {
        int needed = units + CONFIRMATION;
        if (values.size() < needed) {
            String reason = "looks worse after " + units + " units, to be confirmed on " + CONFIRMATION + " fresh ones";
            return Optional.of(new Walk(Outcome.OPEN, look, spent, needed, reason));
        }
        if (OneSided.of(values.subList(units, needed)).lower(CONFIRMATION_ALPHA) <= tolerated) {
            return Optional.empty();
        }
        String reason = "worse after " + units + " units, confirmed on " + CONFIRMATION + " fresh ones";
        return Optional.of(new Walk(Outcome.REGRESSION, look, spent, 0, reason));
    }

    private static Walk exhausted(List<Double> values, Looks looks) {
        return new Walk(Outcome.INCONCLUSIVE, looks.units().size(), 0, 0, undecided(values, looks));
    }

    /** Stops here: there will be no further units. A suspicion stays one, and is told. */
    Walk stopped(List<Double> values, Looks looks) {
        if (outcome != Outcome.OPEN) {
            return this;
        }
        String why = spent > 0 ? reason + ", for which there was no time" : undecided(values, looks);
        return new Walk(Outcome.INCONCLUSIVE, look, spent, 0, why);
    }

    /** {@code undecided after 12 units: could have seen a change of 6.2 %}. */
    private static String undecided(List<Double> values, Looks looks) {
        if (values.size() < 2) {
            return "undecided: " + values.size() + " of " + looks.units().getFirst()
                    + " units that the first look needs";
        }
        double last = BETA * looks.shares().getLast();
        OneSided all = OneSided.of(values);
        return String.format(
                Locale.ROOT,
                "undecided after %d units: could have seen a change of %.1f %%",
                values.size(),
                100 * Math.expm1(all.upper(last) - all.mean()));
    }
}
