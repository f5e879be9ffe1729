package dev.loomgate.sampling;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What else happened on the machine while a window was open, and whether the sampler could see it. The shares of
 * foreign CPU time and of steal are gauges of {@link Samples}, or unavailable there with a reason.
 *
 * @param cpus the CPUs that were looked at, like {@code 0,1}; empty when they are not known
 * @param cpuCount how many these are
 * @param serverCpus how many CPUs the server has; 0.5 with a quota of half a CPU
 * @param resolution share of the CPUs' time, in percent, that the kernel's ticks leave open: foreign CPU time below it
 *     may be nothing
 * @param others processes that are not part of the measurement, the busiest first, three at most
 * @param clockJump wall clock minus monotonic clock; negative when the wall clock was put back
 * @param longestGap longest time between two looks of the sampler; zero where there was nothing to look at
 * @param trouble why the sampler was blind, when it failed altogether
 */
public record MachineUse(
        String cpus,
        int cpuCount,
        double serverCpus,
        double resolution,
        List<Other> others,
        Duration clockJump,
        Duration longestGap,
        Optional<String> trouble) {
    public MachineUse {
        others = List.copyOf(others);
        if (!(serverCpus > 0)) {
            throw new IllegalArgumentException("a server runs on more than 0 CPUs, was " + serverCpus);
        }
        if (longestGap.isNegative() || !(resolution >= 0)) {
            throw new IllegalArgumentException("gaps and resolution are not negative");
        }
    }

    /**
     * Another process.
     *
     * @param percent CPU time as a share of the time of one CPU; several busy threads make more than 100
     */
    public record Other(long pid, String name, double percent) {}
}
