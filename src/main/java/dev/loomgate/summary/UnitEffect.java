package dev.loomgate.summary;

import dev.loomgate.metric.Metric;
import dev.loomgate.plan.DuelCell;
import java.util.Map;

/**
 * What one unit says about one cell: the replicate of the duel.
 *
 * @param unit number of the pair of JVMs, from 1 for every pair: what has the same number was measured in the same round
 * @param shifts one for every metric that a duel compares
 */
public record UnitEffect(DuelCell cell, int unit, Map<Metric, Shift> shifts) {
    public UnitEffect {
        shifts = Map.copyOf(shifts);
    }

    public Shift shift(Metric metric) {
        return shifts.getOrDefault(metric, new Shift.Missing("it is not compared"));
    }
}
