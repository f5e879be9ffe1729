package dev.loomgate.server;

/**
 * Which CPUs belong to whom, as lists in the notation of {@code taskset -c}.
 *
 * @param serverCpus CPUs of the server under test: {@code 0}; empty when the machine has one CPU or no way to pin
 * @param generatorCpus CPUs of the generator and of backing services: {@code 1}; empty likewise
 * @param serverCpuCount what the server's JVM sees
 * @param generatorCpuCount what the generator's JVM sees
 * @param how {@code taskset}, {@code cpuset} or the reason why nothing is pinned
 */
public record Placement(
        String serverCpus, String generatorCpus, int serverCpuCount, int generatorCpuCount, String how) {}
