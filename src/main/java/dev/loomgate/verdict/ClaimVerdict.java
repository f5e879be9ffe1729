package dev.loomgate.verdict;

import dev.loomgate.plan.Claim;
import dev.loomgate.plan.Relation;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;

/** What became of a claim of a study here. */
public record ClaimVerdict(Claim claim, List<RelationVerdict> relations) {
    public ClaimVerdict {
        relations = List.copyOf(relations);
    }

    /** Fails when one relation does; holds when all do. Where nothing can be asked here, it is not asked. */
    public Outcome outcome() {
        return relations.stream()
                .map(RelationVerdict::outcome)
                .reduce((one, other) -> one.compareTo(other) > 0 ? one : other)
                .orElse(Outcome.NOT_ASKED);
    }

    /** Whether more rounds may decide it. */
    public boolean isOpen() {
        return outcome() == Outcome.UNDECIDED
                && relations.stream()
                        .anyMatch(relation -> relation.outcome() == Outcome.UNDECIDED && !relation.serverFailed());
    }

    /**
     * How many rounds in all would decide it, if they go on like those so far: the fewest by which one relation fails,
     * or else those that decide all. Empty where that can't be told.
     */
    public OptionalInt roundsToDecide() {
        List<RelationVerdict> open = relations.stream()
                .filter(relation -> relation.outcome() == Outcome.UNDECIDED)
                .toList();
        OptionalInt fails = open.stream()
                .filter(RelationVerdict::wouldFail)
                .flatMapToInt(relation -> relation.roundsToDecide().stream())
                .min();
        return fails.isPresent()
                        || open.stream()
                                .anyMatch(relation -> relation.roundsToDecide().isEmpty())
                ? fails
                : open.stream()
                        .mapToInt(relation -> relation.roundsToDecide().getAsInt())
                        .max();
    }

    /** Whether something that is asked of a server has no answer because it failed. */
    public boolean serverFailed() {
        return relations.stream().anyMatch(RelationVerdict::serverFailed);
    }

    /** In the order in which one decides over another. */
    public enum Outcome {
        /** The whole interval is where the claim has it. */
        HOLDS,
        /** Of an order: both sides are the same within the margin of the claim. */
        ALIKE,
        /** A part of it is, or too little was measured. */
        UNDECIDED,
        /** None of it is. */
        FAILS,
        /** This machine can't put the question. */
        NOT_ASKED;

        /** {@code not asked}. */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /**
     * One relation.
     *
     * @param value of the metric, or of the ratio; not a number when there is none
     * @param low end of its interval
     * @param high end of its interval
     * @param rounds behind it
     * @param reason why there is no value; empty when there is one
     * @param serverFailed whether a server is why: that is a result, and other rounds don't make up for it
     * @param roundsToDecide how many rounds in all would decide it, if they go on like those so far: one more than {@link
     *     #MOST_ROUNDS} where these would not do; empty where it is decided, and where that can't be told
     * @param doubts what may have kept a side from answering more, in words
     */
    public record RelationVerdict(
            Relation relation,
            Outcome outcome,
            double value,
            double low,
            double high,
            int rounds,
            String reason,
            boolean serverFailed,
            OptionalInt roundsToDecide,
            List<String> doubts) {
        /** More than so many nobody measures. */
        public static final int MOST_ROUNDS = 30;

        public RelationVerdict {
            doubts = List.copyOf(doubts);
        }

        /** The same, of sides that might have answered more. */
        RelationVerdict with(List<String> others) {
            return new RelationVerdict(
                    relation, outcome, value, low, high, rounds, reason, serverFailed, roundsToDecide, others);
        }

        /** Whether it would fail if its value were known exactly. */
        private boolean wouldFail() {
            return ClaimJudge.outcome(relation, new OverRounds(value, value, value)) == Outcome.FAILS;
        }

        /** Whether its interval leaves out what the study found; false where either is not known. */
        public boolean excludesTheStudy() {
            return reason.isEmpty()
                    && relation.study().isPresent()
                    && (relation.study().getAsDouble() < low || relation.study().getAsDouble() > high);
        }
    }
}
