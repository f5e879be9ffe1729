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
 * @param logRatios one for all that a duel compares; none when the machine disturbed the whole unit
 * @param answers how each arm answered
 */
public record UnitEffect(PairedCell cell, int unit, Map<Compared, LogRatio> logRatios, Map<Side, Answers> answers) {
    public UnitEffect {
        logRatios = Map.copyOf(logRatios);
        answers = Map.copyOf(answers);
    }

    /** Whether more than its answers count. */
    public boolean fit() {
        return !logRatios.isEmpty();
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

    public LogRatio logRatio(Compared compared) {
        return logRatios.getOrDefault(compared, new LogRatio.Missing("it is not compared"));
    }
}
