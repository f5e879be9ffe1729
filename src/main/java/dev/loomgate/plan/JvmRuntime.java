package dev.loomgate.plan;

import java.util.List;

/**
 * A JDK and how it is started, equal for every variant.
 *
 * @param name as in thresholds.yml: {@code jdk25}
 * @param java feature version of the JDK: 25
 * @param heapMebibytes size of the heap, minimum and maximum alike
 * @param memoryMebibytes memory limit of a container; heap and everything else must fit
 * @param jvmArgs further JVM arguments, for example the collector
 */
public record JvmRuntime(String name, int java, int heapMebibytes, int memoryMebibytes, List<String> jvmArgs) {
    public JvmRuntime {
        if (java < 21) {
            throw new IllegalArgumentException(
                    "the servers need a JDK of at least 21, runtime " + name + " asks for " + java);
        }
        if (heapMebibytes <= 0 || memoryMebibytes <= heapMebibytes) {
            throw new IllegalArgumentException("runtime " + name + " needs 0 < heap < memory, has heap " + heapMebibytes
                    + " MiB and memory " + memoryMebibytes + " MiB");
        }
        jvmArgs = List.copyOf(jvmArgs);
    }
}
