package dev.loomgate.verdict;

import dev.loomgate.plan.Claim;
import dev.loomgate.plan.Relation;
import java.util.List;

/** What became of a claim of a study here. */
public record ClaimVerdict(Claim claim, List<RelationVerdict> relations) {
    public ClaimVerdict {
        relations = List.copyOf(relations);
    }

    /** Fails when one relation does; holds when all do. */
    public Outcome outcome() {
        return relations.stream()
                .map(RelationVerdict::outcome)
                .reduce((one, other) -> one.compareTo(other) > 0 ? one : other)
                .orElse(Outcome.UNDECIDED);
    }

    /** In the order in which one decides over another. */
    public enum Outcome {
        /** The whole interval is where the claim has it. */
        HOLDS,
        /** A part of it is, or too little was measured. */
        UNDECIDED,
        /** None of it is. */
        FAILS
    }

    /**
     * One relation.
     *
     * @param value of the metric, or of the ratio; not a number when there is none
     * @param low end of its interval
     * @param high end of its interval
     * @param rounds behind it
     * @param reason why there is no value; empty when there is one
     */
    public record RelationVerdict(
            Relation relation, Outcome outcome, double value, double low, double high, int rounds, String reason) {}
}
