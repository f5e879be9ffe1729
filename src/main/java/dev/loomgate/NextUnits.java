package dev.loomgate;

import dev.loomgate.plan.DuelCell;
import dev.loomgate.plan.DuelPlan;
import dev.loomgate.verdict.DuelJudge;
import dev.loomgate.verdict.DuelState;
import dev.loomgate.verdict.UnitTallies;
import dev.loomgate.verdict.UnitTally;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Decides which cells of a duel get another unit. */
final class NextUnits {
    /** Give up once unfit units outnumber fit ones by this many: the cause is persistent. */
    private static final int MOST_UNFIT = 5;

    private NextUnits() {}

    /**
     * Cells that need another unit, by the pair of JVMs that they share; none when the duel is over.
     *
     * @param timeIsUp when nothing new is begun: only what looks worse already is measured on, until that is confirmed or not
     */
    static Map<String, List<DuelCell>> of(DuelPlan duel, UnitTallies ledger, boolean timeIsUp) {
        DuelState state = DuelJudge.judge(duel, ledger.effects(), false);
        return duel.cells().stream()
                .filter(cell -> isMeasurable(ledger.tally(cell))
                        && wanted(duel, cell, state, timeIsUp)
                                > ledger.tally(cell).fit())
                .collect(Collectors.groupingBy(DuelCell::pair, LinkedHashMap::new, Collectors.toList()));
    }

    private static boolean isMeasurable(UnitTally tally) {
        return tally.failed().isEmpty() && tally.unfit() < MOST_UNFIT + tally.fit();
    }

    private static int wanted(DuelPlan duel, DuelCell cell, DuelState state, boolean timeIsUp) {
        if (timeIsUp) {
            return state.confirming().getOrDefault(cell.id(), 0);
        }
        return duel.calibration().isPresent()
                ? duel.scale().looks().most()
                : state.wanted().getOrDefault(cell.id(), 0);
    }
}
