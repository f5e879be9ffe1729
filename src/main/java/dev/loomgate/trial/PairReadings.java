package dev.loomgate.trial;

import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What is read once per arm of a pair: at its start, behind its last slice, or over all of its slices. */
final class PairReadings {
    private PairReadings() {}

    static Map<Metric, Reading> of(Standing arm, DuelMeasurement measurement) {
        Map<Metric, Reading> readings = new EnumMap<>(Metric.class);
        List<Slice> slices = measurement.slices().stream()
                .filter(slice -> slice.side() == arm.side())
                .toList();
        readings.put(
                Metric.STARTUP,
                new Reading.Measured(Metric.STARTUP, arm.server().startup().toNanos() / 1e6));
        readings.put(Metric.TIME_TO_WARM, measurement.timeToWarm(arm.side()));
        readings.put(Metric.LIVE_HEAP, arm.sampler().liveHeap());
        readings.put(Metric.RSS, highest(Metric.RSS, slices));
        readings.put(Metric.THREADS_LIVE, highest(Metric.THREADS_LIVE, slices));
        readings.put(Metric.GC_PAUSE, perRequest(Metric.GC_PAUSE, slices));
        readings.put(Metric.JIT_CPU, perRequest(Metric.JIT_CPU, slices));
        return readings;
    }

    private static Reading highest(Metric metric, List<Slice> slices) {
        double highest = Double.NEGATIVE_INFINITY;
        for (Slice slice : slices) {
            if (!(slice.readings().get(metric) instanceof Reading.Measured measured)) {
                return new Reading.Unavailable(metric, "slice " + slice.number() + " has none");
            }
            highest = Math.max(highest, measured.value());
        }
        return slices.isEmpty()
                ? new Reading.Unavailable(metric, "nothing was measured")
                : new Reading.Measured(metric, highest);
    }

    /** Over all requests of the arm: collections are too rare for a single slice. */
    private static Reading perRequest(Metric metric, List<Slice> slices) {
        double total = 0;
        long requests = 0;
        for (Slice slice : slices) {
            if (!(slice.readings().get(metric) instanceof Reading.Measured measured)) {
                return new Reading.Unavailable(metric, "slice " + slice.number() + " has none");
            }
            total += measured.value() * slice.requests();
            requests += slice.requests();
        }
        return requests == 0
                ? new Reading.Unavailable(metric, "nothing was measured")
                : new Reading.Measured(metric, total / requests);
    }
}
