package dev.loomgate.trial;

import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.plan.DuelCell;
import dev.loomgate.plan.Side;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/** Whether an arm can hold the rate: one that is at its end shows its queue and not its latency, and there is nothing to compare. */
final class Overload {
    /** Room for a pause of the machine in the best of an arm's slices. */
    private static final double HELD = 0.95;

    private Overload() {}

    /** Arms that could not hold it in any valid slice, with what they could; an arm without one may have been robbed of its CPU, and is not judged. */
    static Map<Side, String> of(DuelCell cell, List<Slice> slices) {
        Map<Side, String> overloaded = new EnumMap<>(Side.class);
        for (Side side : Side.values()) {
            OptionalDouble most = slices.stream()
                    .filter(slice -> slice.side() == side && slice.valid())
                    .map(slice -> slice.readings().get(Metric.THROUGHPUT))
                    .mapToDouble(reading -> reading instanceof Reading.Measured measured ? measured.value() : 0)
                    .max();
            if (most.isPresent() && most.getAsDouble() < HELD * cell.load().requestsPerSecond()) {
                overloaded.put(
                        side,
                        String.format(
                                Locale.ROOT,
                                "it can't hold %s of %s, it answered %.0f req/s: lower the rate of this cell below 'duels'",
                                cell.load().displayName(),
                                cell.workload().name(),
                                most.getAsDouble()));
            }
        }
        return overloaded;
    }
}
