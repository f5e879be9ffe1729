package dev.loomgate.plan;

import dev.loomgate.metric.Metric;
import java.time.Duration;
import java.util.Map;

/**
 * How long and how often a duel measures.
 *
 * @param unit how each of its units does
 * @param looks how many units, and when they are judged
 * @param atMost wall-clock time after which no further unit starts
 * @param alpha how often, at most, the whole gate may be red when nothing changed: 0.01
 * @param tolerances what holds in place of the file's; empty where those do
 */
public record DuelScale(
        String name,
        UnitScale unit,
        InterimAnalyses looks,
        Duration atMost,
        double alpha,
        Map<Metric, Tolerance> tolerances) {
    public DuelScale {
        tolerances = Map.copyOf(tolerances);
        if (!(alpha > 0 && alpha < 0.5)) {
            throw new IllegalArgumentException("alpha is between 0 and 50 %" + Quoted.wasShare(alpha));
        }
    }

    /** The same with another allowed error of the whole gate. */
    public DuelScale allowing(double error) {
        return new DuelScale(name, unit, looks, atMost, error, tolerances);
    }
}
