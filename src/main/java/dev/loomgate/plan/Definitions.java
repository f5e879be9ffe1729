package dev.loomgate.plan;

import java.util.Optional;
import java.util.OptionalDouble;

/** Reads what there is to measure: runtimes, variants, workloads. */
final class Definitions {
    private Definitions() {}

    static Optional<JvmRuntime> runtime(String name, Mapping keys) {
        return keys.make(
                "heap",
                () -> new JvmRuntime(
                        name,
                        keys.get("java", Form.COUNT),
                        keys.find("cpus", Form.CPUS).map(OptionalDouble::of).orElseGet(OptionalDouble::empty),
                        keys.get("heap", Form.MEBIBYTES),
                        keys.get("memory", Form.MEBIBYTES),
                        keys.items("jvm-args", Form.TEXT),
                        keys.each("env", Form.TEXT),
                        Optional.empty(),
                        Optional.empty()));
    }

    static Optional<Variant> variant(String name, Mapping keys) {
        return keys.make(() -> new Variant(
                name,
                keys.get("server", Form.TEXT),
                keys.each("settings", Form.TEXT),
                keys.items("jvm-args", Form.TEXT),
                keys.each("effective", Form.TEXT)));
    }

    static Optional<Workload> workload(String name, Mapping keys) {
        return keys.make(
                "path",
                () -> new Workload(
                        name,
                        keys.get("path", Form.TEXT),
                        keys.get("waits", Form.TIME),
                        keys.get("body", Form.PATTERN),
                        keys.get("warm-up-users", Form.COUNT),
                        behind(keys)));
    }

    private static BackendDependency behind(Mapping keys) {
        return switch (keys.get("behind", Form.TEXT, "")) {
            case "downstream" -> new BackendDependency.Downstream();
            case "database" -> new BackendDependency.Database(keys.find("database-delay", Form.TIME));
            default -> new BackendDependency.Nothing();
        };
    }
}
