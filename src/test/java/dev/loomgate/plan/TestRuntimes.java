package dev.loomgate.plan;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Runtimes as tests need them. */
public final class TestRuntimes {
    private TestRuntimes() {}

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
