package dev.loomgate.verdict;

import dev.loomgate.experiment.Answers;
import dev.loomgate.plan.Side;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How the units of one cell fared.
 *
 * @param fit units that count
 * @param unfit units that were measured and must not count
 * @param disturbed of the unfit ones, those that only the machine disturbed
 * @param reasons why, each once
 * @param notes on any of them, each once
 * @param answers of each arm, in all units whose setup was the one asked for
 * @param failed why an arm can't be compared at all, with its name, where that is so
 */
public record UnitTally(
        int fit,
        int unfit,
        int disturbed,
        List<String> reasons,
        List<String> notes,
        Map<Side, Answers> answers,
        Optional<String> failed) {
    public UnitTally {
        reasons = List.copyOf(reasons);
        notes = List.copyOf(notes);
        answers = Map.copyOf(answers);
    }

    /** Of a cell without a unit. */
    static UnitTally none() {
        return new UnitTally(0, 0, 0, List.of(), List.of(), Map.of(), Optional.empty());
    }

    public Answers answers(Side side) {
        return answers.getOrDefault(side, Answers.NONE);
    }

    /** Whether nothing but the machine kept units from counting. */
    boolean onlyDisturbed() {
        return unfit > 0 && unfit == disturbed;
    }
}
