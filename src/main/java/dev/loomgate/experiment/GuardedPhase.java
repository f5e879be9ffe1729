package dev.loomgate.experiment;

import dev.loomgate.load.IterationLoad;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.plan.Guards;
import dev.loomgate.plan.LoadProfile;
import dev.loomgate.sampling.MachineUse;
import java.util.Map;

/**
 * A measured phase of one arm as the guards see it.
 *
 * @param profile load of all arms together
 * @param arms that share it
 * @param saturates whether it is no fault when the generator comes to its end before the server does
 * @param generatorCpus event loops of the generator that have a CPU of their own
 */
record GuardedPhase(
        Guards guards,
        LoadProfile profile,
        int arms,
        boolean saturates,
        IterationLoad load,
        int generatorCpus,
        Map<Metric, Reading> readings,
        MachineUse machine) {
    GuardedPhase {
        readings = Map.copyOf(readings);
        if (generatorCpus < 1) {
            throw new IllegalArgumentException("a generator runs on at least 1 CPU, was " + generatorCpus);
        }
    }

    Reading reading(Metric metric) {
        return readings.getOrDefault(metric, new Reading.Unavailable(metric, "it was not sampled in this phase"));
    }

    /** The share that a percentage stands for; 0 where there is none, which {@link Validity#notes} then tells. */
    double share(Metric metric) {
        return reading(metric) instanceof Reading.Measured measured ? measured.value() / 100 : 0;
    }
}
