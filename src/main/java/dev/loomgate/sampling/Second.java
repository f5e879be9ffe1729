package dev.loomgate.sampling;

import java.util.Optional;

/**
 * What a server used in one second of a phase, seen from outside.
 *
 * @param cpus that it kept busy; CPU time is counted in ticks of 10 ms
 * @param rssMebibytes at the end of the second
 * @param threads of the server's own process, the same
 * @param heap of a JVM whose counters can be read
 */
public record Second(double cpus, double rssMebibytes, int threads, Optional<Heap> heap) {
    /**
     * Its heap, and what was collected.
     *
     * @param usedMebibytes at the end of the second; Serial and Parallel tell what their last collection left
     * @param collections pauses of the collector that ended in it: a cycle beside the application has several, or none
     * @param pausedMilliseconds how long all of them took
     */
    public record Heap(double usedMebibytes, long collections, double pausedMilliseconds) {}
}
