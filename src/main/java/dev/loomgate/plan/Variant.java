package dev.loomgate.plan;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A server program with its start settings.
 *
 * @param name as in thresholds.yml: {@code platform-100}
 * @param server folder below {@code src/main/servers} that builds it: {@code spring-mvc}
 * @param settings system properties the server is started with, in order
 * @param jvmArgs extra JVM arguments of this variant
 * @param effective what the running server must report of itself (its answer to {@code GET /effective}); a difference
 *     makes results INVALID. The value {@code runtime-memory} stands for the runtime's memory in MiB
 */
public record Variant(
        String name, String server, Map<String, String> settings, List<String> jvmArgs, Map<String, String> effective) {
    private static final String RUNTIME_MEMORY = "runtime-memory";

    public Variant {
        settings = Ordered.copy(settings);
        jvmArgs = List.copyOf(jvmArgs);
        effective = Ordered.copy(effective);
    }

    /** What it must report on that runtime: {@code runtime-memory} becomes the runtime's memory in MiB. */
    public Map<String, String> effectiveOn(JvmRuntime runtime) {
        Map<String, String> resolved = new LinkedHashMap<>(effective);
        resolved.replaceAll(
                (key, value) -> value.equals(RUNTIME_MEMORY) ? String.valueOf(runtime.memoryMebibytes()) : value);
        return Collections.unmodifiableMap(resolved);
    }
}
