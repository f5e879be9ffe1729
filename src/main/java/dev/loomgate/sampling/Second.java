package dev.loomgate.sampling;

/**
 * What a server used in one second of a phase, seen from outside.
 *
 * @param cpus that it kept busy; CPU time is counted in ticks of 10 ms
 * @param rssMebibytes at the end of the second
 * @param threads of the server's own process, the same
 */
public record Second(double cpus, double rssMebibytes, int threads) {}
