package dev.loomgate.sampling;

import dev.loomgate.sampling.FlightFacts.Waits;
import java.time.Duration;
import java.util.List;

/** What recordings that were never made tell. */
public final class Flights {
    private Flights() {}

    /**
     * Of so many samples, nothing else.
     *
     * @param kernelShare of the CPU time in the workload's own code
     * @param userShare of it what was not spent in the operating system
     */
    public static FlightFacts facts(long samples, double kernelShare, boolean ofCpuTime, double userShare) {
        Waits none = new Waits(0, Duration.ZERO, Duration.ZERO);
        return new FlightFacts(
                List.of(),
                none,
                none,
                none,
                List.of(),
                List.of(),
                samples,
                Duration.ofMillis(5).multipliedBy(samples),
                50,
                kernelShare,
                ofCpuTime,
                userShare,
                List.of());
    }
}
