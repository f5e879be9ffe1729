package dev.loomgate.experiment;

import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.server.RunningServer;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What is read once per arm of a unit: at its start, behind its last window, or over all of its windows. */
final class UnitReadings {
    private UnitReadings() {}

    /** @param all slices of the arm */
    static Map<Metric, Reading> of(RunningServer server, List<Slice> all) {
        List<Slice> own = all.stream().filter(Slice::settled).toList();
        Map<Metric, Reading> readings = new EnumMap<>(Metric.class);
        readings.put(Metric.STARTUP, Readings.startup(server));
        readings.put(Metric.LIVE_HEAP, liveHeap(own));
        readings.put(Metric.RSS, highest(Metric.RSS, own));
        readings.put(Metric.THREADS_LIVE, highest(Metric.THREADS_LIVE, own));
        readings.put(Metric.THREADS_PEAK, highest(Metric.THREADS_PEAK, own));
        readings.put(Metric.GC_PAUSE, perRequest(Metric.GC_PAUSE, own));
        readings.put(Metric.GC_CPU, perRequest(Metric.GC_CPU, own));
        readings.put(Metric.JIT_CPU, perRequest(Metric.JIT_CPU, own));
        return readings;
    }

    /** Behind its last window, so that it has nothing of the saturated phases. */
    private static Reading liveHeap(List<Slice> slices) {
        return slices.isEmpty()
                ? new Reading.Unavailable(Metric.LIVE_HEAP, "nothing was measured")
                : slices.getLast()
                        .readings()
                        .getOrDefault(
                                Metric.LIVE_HEAP,
                                new Reading.Unavailable(Metric.LIVE_HEAP, "the last window was not reached"));
    }

    private static Reading highest(Metric metric, List<Slice> slices) {
        double highest = Double.NEGATIVE_INFINITY;
        for (Slice slice : slices) {
            if (!(slice.readings().get(metric) instanceof Reading.Measured measured)) {
                return new Reading.Unavailable(metric, "window " + slice.number() + " has none");
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
                return new Reading.Unavailable(metric, "window " + slice.number() + " has none");
            }
            total += measured.value() * slice.answers().sent();
            requests += slice.answers().sent();
        }
        return requests == 0
                ? new Reading.Unavailable(metric, "nothing was measured")
                : new Reading.Measured(metric, total / requests);
    }
}
