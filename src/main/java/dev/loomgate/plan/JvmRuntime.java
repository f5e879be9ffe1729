package dev.loomgate.plan;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * A JDK and how it is started, equal for every variant.
 *
 * @param name as in thresholds.yml: {@code jdk25}
 * @param java feature version of the JDK: 25
 * @param cpus CPU quota, 0.01 to 64 CPUs; empty is none. With one, the server is held to it and to its memory by
 *     every launcher
 * @param heapMebibytes size of the heap, minimum and maximum alike
 * @param memoryMebibytes memory limit of a container, and of a process with a CPU quota; heap and everything else
 *     must fit
 * @param jvmArgs further JVM arguments, for example the collector
 * @param environment further environment variables: {@code MALLOC_ARENA_MAX}
 * @param home of its JDK; empty for the one that is found for {@code java}
 * @param image with its JDK; empty for the usual one of {@code java}
 */
public record JvmRuntime(
        String name,
        int java,
        OptionalDouble cpus,
        int heapMebibytes,
        int memoryMebibytes,
        List<String> jvmArgs,
        Map<String, String> environment,
        Optional<Path> home,
        Optional<String> image) {
    private static final double MOST_CPUS = 64;

    /** Kernels take a quota of at least 1 ms in a period of 100 ms. Steps of 1 ms need no rounding. */
    private static final int STEPS_PER_CPU = 100;

    public JvmRuntime {
        if (heapMebibytes <= 0 || memoryMebibytes <= heapMebibytes) {
            throw new IllegalArgumentException("runtime " + name + " needs 0 < heap < memory, has heap " + heapMebibytes
                    + " MiB and memory " + memoryMebibytes + " MiB");
        }
        cpus.ifPresent(JvmRuntime::requireCpus);
        jvmArgs = List.copyOf(jvmArgs);
        environment = Ordered.copy(environment);
    }

    static double requireCpus(double cpus) {
        double steps = cpus * STEPS_PER_CPU;
        if (!(steps >= 1) || cpus > MOST_CPUS || Math.abs(steps - Math.rint(steps)) > 1e-6) {
            throw new IllegalArgumentException(
                    "cpus is between 0.01 and 64 CPU in steps of 0.01" + Quoted.was(plain(cpus) + " CPU"));
        }
        return Math.rint(steps) / STEPS_PER_CPU;
    }

    /**
     * With a heap of another size, and as much beside it as before. The heap is touched before the server starts,
     * because fresh memory costs CPU time. Two thirds of it are young: left alone, G1 grew its young generation for a
     * minute while answers were measured, from eight collections in a phase to one.
     */
    JvmRuntime withHeap(int mebibytes) {
        return new JvmRuntime(
                name,
                java,
                cpus,
                mebibytes,
                memoryMebibytes + mebibytes - heapMebibytes,
                Stream.concat(jvmArgs.stream(), Stream.of("-Xmn" + mebibytes * 2 / 3 + "m", "-XX:+AlwaysPreTouch"))
                        .toList(),
                environment,
                home,
                image);
    }

    /** Whether the server is held to a CPU quota and to its memory, whatever it lives in. */
    public boolean limited() {
        return cpus.isPresent();
    }

    /** What a server with limits must report of them at {@code /effective}; empty without. */
    public Map<String, String> limits() {
        return limited()
                ? Map.of("cpu-limit", plain(cpus.getAsDouble()), "memory-limit", String.valueOf(memoryMebibytes))
                : Map.of();
    }

    /** {@code 0.5 CPU and 512 MiB}. */
    public String limitsInWords() {
        return plain(cpus.orElseThrow()) + " CPU and " + memoryMebibytes + " MiB";
    }

    /** How many CPUs the JVM is told when it is given {@code given}: a whole number. */
    public int processors(int given) {
        return limited() ? (int) Math.min(given, Math.ceil(cpus.getAsDouble())) : given;
    }

    private static String plain(double cpus) {
        return BigDecimal.valueOf(cpus).stripTrailingZeros().toPlainString();
    }
}
