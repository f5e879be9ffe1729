package dev.loomgate.plan;

import java.time.Duration;

/**
 * When an iteration is INVALID (design 6).
 *
 * @param generator whether the load was what was planned
 * @param machine whether the CPUs belonged to the measurement, and time was time
 * @param jitShare highest CPU time of the server's JIT, as a share of the time of the server's CPUs: above it the
 *     server was not warm
 * @param samplerGap longest time for which the sampler may be blind
 * @param remeasure how often an invalid iteration is measured again
 */
public record Guards(Generator generator, Machine machine, double jitShare, Duration samplerGap, int remeasure) {
    /** For a comparison: how much the JIT of an arm compiles is a result of that arm, and makes nothing invalid. */
    public Guards withoutJit() {
        return new Guards(generator, machine, 1, samplerGap, remeasure);
    }

    /**
     * Limits on the generator.
     *
     * @param rateShare achieved starts may differ from planned by this share
     * @param latenessFloor lateness that is always tolerated, at p99
     * @param latenessShare lateness at p99 that is tolerated as a share of the measured p50
     * @param cpuShare highest CPU use, as a share of one CPU per event loop
     */
    public record Generator(double rateShare, Duration latenessFloor, double latenessShare, double cpuShare) {}

    /**
     * Limits on what the machine does beside the measurement.
     *
     * @param foreignCpuShare CPU time of other processes, as a share of the time of the CPUs of the placement
     * @param stealShare time the hypervisor took from the same CPUs, as a share likewise
     * @param clock how far wall clock and monotonic clock may drift apart in one iteration
     */
    public record Machine(double foreignCpuShare, double stealShare, Duration clock) {}
}
