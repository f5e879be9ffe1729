package dev.loomgate.verdict;

import dev.loomgate.metric.Metric;
import dev.loomgate.plan.Relation;
import dev.loomgate.verdict.ClaimVerdict.RelationVerdict;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * How many rounds would decide a relation, should they go on like those so far: with the same middle, and with an
 * interval that becomes narrower with their number.
 */
final class RoundsToDecide {
    private RoundsToDecide() {}

    /**
     * In all, those so far included: at most one more than {@value RelationVerdict#MOST_ROUNDS}. Empty where that can't be
     * told.
     *
     * @param interval of the rounds so far
     * @param rounds so far
     */
    static OptionalInt of(Relation relation, OverRounds interval, int rounds) {
        double reach = Math.log(interval.high() / interval.low()) / 2;
        // What a search leaves open does not become narrower.
        if (!Double.isFinite(reach) || relation.metric() == Metric.CAPACITY) {
            return OptionalInt.empty();
        }
        double room = room(relation, interval.value());
        return OptionalInt.of(IntStream.rangeClosed(rounds + 1, RelationVerdict.MOST_ROUNDS)
                .filter(all -> reach * width(all, interval) / width(rounds, interval) <= room)
                .findFirst()
                .orElse(RelationVerdict.MOST_ROUNDS + 1));
    }

    /** Of an interval, in standard deviations of a round. */
    private static double width(int rounds, OverRounds interval) {
        int freedom = rounds - 1 + interval.expectedAs();
        return TDistribution.of(freedom).inverseSurvivalProbability(OverRounds.EACH_SIDE) / Math.sqrt(rounds);
    }

    /** How far the ends of an interval may be from its middle where it decides, whatever for; negative where none can. */
    private static double room(Relation relation, double middle) {
        double holds = inside(middle, relation.low(), relation.high());
        double alike = inside(middle, 1 - relation.alike(), 1 + relation.alike());
        return Math.max(Math.max(holds, -holds), alike);
    }

    /** Negative outside, by as much as it is outside. */
    private static double inside(double middle, double low, double high) {
        return Math.min(Math.log(middle / low), Math.log(high / middle));
    }
}
