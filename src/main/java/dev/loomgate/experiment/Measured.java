package dev.loomgate.experiment;

import dev.loomgate.load.IterationLoad;
import dev.loomgate.metric.Invalidity;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.sampling.Flight;
import dev.loomgate.sampling.Samples;
import dev.loomgate.server.RunningServer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a phase gave on one arm.
 *
 * @param arm place among the arms
 * @param faults why nothing of it may count: instrument or machine were not fit
 * @param disturbances why no time of it may count
 * @param generatorEnded whether the generator came to its end before a server that was asked for all it can
 * @param notes what a reader should know
 * @param death how the arm's server ended, once it has
 * @param flight what was recorded, where that was asked for
 */
record Measured(
        int arm,
        Phase phase,
        IterationLoad load,
        Samples samples,
        Map<Metric, Reading> readings,
        List<Invalidity> faults,
        List<Invalidity> disturbances,
        boolean generatorEnded,
        List<String> notes,
        Optional<RunningServer.Death> death,
        Optional<Flight> flight) {
    Measured {
        readings = Map.copyOf(readings);
        faults = List.copyOf(faults);
        disturbances = List.copyOf(disturbances);
        notes = List.copyOf(notes);
    }

    /** Why it must not be judged, its times included. */
    List<Invalidity> invalid() {
        return Stream.concat(faults.stream(), disturbances.stream()).toList();
    }
}
