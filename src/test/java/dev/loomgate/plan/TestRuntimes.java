package dev.loomgate.plan;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Runtimes as tests need them. */
public final class TestRuntimes {
    private TestRuntimes() {}

    /** Half a CPU, as the study DEBS has it. */
    public static JvmRuntime debs(int java, String... jvmArgs) {
        return new JvmRuntime(
                "debs",
                java,
                OptionalDouble.of(0.5),
                256,
                512,
                List.of(jvmArgs),
                Map.of(),
                Optional.empty(),
                Optional.empty());
    }

    /** Without a CPU quota and variables, on the usual JDK. */
    public static JvmRuntime of(String name, int java, int heapMebibytes, int memoryMebibytes, List<String> jvmArgs) {
        return new JvmRuntime(
                name,
                java,
                OptionalDouble.empty(),
                heapMebibytes,
                memoryMebibytes,
                jvmArgs,
                Map.of(),
                Optional.empty(),
                Optional.empty());
    }
}
