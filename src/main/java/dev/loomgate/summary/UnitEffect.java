package dev.loomgate.summary;

import dev.loomgate.experiment.Answers;
import dev.loomgate.plan.Compared;
import dev.loomgate.plan.PairedCell;
import dev.loomgate.plan.Side;
import java.util.Map;
import java.util.Optional;

/**
 * What one unit says about one cell: the replicate of the duel.
 *
 * @param unit number of the pair of JVMs, from 1 for every pair: what has the same number was measured in the same
 *     round
 * @param shifts one for all that a duel compares; none when the machine disturbed the whole unit
 * @param answers how each arm answered
 */
public record UnitEffect(PairedCell cell, int unit, Map<Compared, LogRatio> shifts, Map<Side, Answers> answers) {
    public UnitEffect {
        shifts = Map.copyOf(shifts);
        answers = Map.copyOf(answers);
    }

    /** Whether more than its answers count. */
    public boolean fit() {
        return !shifts.isEmpty();
    }

    public Answers answers(Side side) {
        return answers.getOrDefault(side, Answers.NONE);
    }

    /**
     * How the requests of an arm were answered that have this name.
     *
     * @param request empty for all together
     */
    public Answers answers(Side side, Optional<String> request) {
        return request.map(answers(side)::of).orElseGet(() -> answers(side));
    }

    public LogRatio shift(Compared compared) {
        return shifts.getOrDefault(compared, new LogRatio.Missing("it is not compared"));
    }
}
