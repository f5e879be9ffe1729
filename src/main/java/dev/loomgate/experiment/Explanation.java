package dev.loomgate.experiment;

import dev.loomgate.metric.Metric;
import dev.loomgate.sampling.Flight;
import java.util.OptionalDouble;

/**
 * Why a server is as it is: what a recording of phases behind the measured ones tells.
 *
 * @param recording path of the file, relative to the output folder, for JDK Mission Control and the like
 * @param flight what is in it
 */
public record Explanation(String recording, Flight flight) {
    /**
     * Standard deviation of the logarithm of a metric that the number of samples lets expect: only of a share of them.
     */
    public OptionalDouble scatter(Metric metric) {
        return metric == Metric.KERNEL_SHARE && flight instanceof Flight.Recorded recorded
                ? recorded.facts().kernelScatter()
                : OptionalDouble.empty();
    }
}
