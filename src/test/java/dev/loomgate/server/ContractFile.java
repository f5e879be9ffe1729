package dev.loomgate.server;

import dev.loomgate.plan.LauncherChoice;
import dev.loomgate.plan.PlanReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The thresholds file of the contract test: that of the user, with a scale of its own. */
record ContractFile(Map<?, ?> entries) {
    private static final String THRESHOLDS = "loomgate.thresholds";

    /** What scales measure is their business: the contract holds for every variant and every workload of the file. */
    private static final String EVERYTHING = """
            contract:
              iteration: 1 s
              iterations: 1
              max-iterations: 1
              rest: 0 ms
              warm-up: {load: 1 s, pause: 0 ms, floor: 1, cap: 1, quiet: 5 %}
              cells: [{variants: all, workloads: all, loads: [1 req/s]}]
            """;

    static ContractFile of(Map<String, String> properties) {
        return new ContractFile(read(Path.of(properties.getOrDefault(THRESHOLDS, "thresholds.yml"))));
    }

    /** Has the properties ask for every variant on every workload, on every runtime that can run here. */
    void putInto(Map<String, String> properties, Set<Integer> installed, Path folder) {
        narrowRuntimes(properties, installed);
        properties.put("loomgate.scale", "contract");
        properties.put(THRESHOLDS, everyVariantOnEveryWorkload(folder).toString());
    }

    private void narrowRuntimes(Map<String, String> properties, Set<Integer> installed) {
        boolean containers = LauncherChoice.CONTAINER.name().equalsIgnoreCase(properties.get("loomgate.launcher"));
        Predicate<Integer> canRun = containers
                ? java -> properties.containsKey("loomgate.image." + java)
                : java -> installed.contains(java) || properties.containsKey("loomgate.jdk." + java);
        List<String> runtimes = runtimes().entrySet().stream()
                .filter(runtime -> runtime.getValue() instanceof Map<?, ?> settings
                        && !settings.containsKey("cpus")
                        && settings.get("java") instanceof Integer java
                        && canRun.test(java))
                .map(runtime -> runtime.getKey().toString())
                .toList();
        if (!runtimes.isEmpty()) {
            properties.putIfAbsent("loomgate.runtimes", String.join(",", runtimes));
        }
    }

    private Path everyVariantOnEveryWorkload(Path folder) {
        Map<Object, Object> all = new LinkedHashMap<>(entries);
        all.put("scales", new Yaml(new SafeConstructor(new LoaderOptions())).<Object>load(EVERYTHING));
        all.put("limits", List.of(Map.of("limits", Map.of("errors", "<= 0 %"))));
        all.put("runtimes", runtimesThatBootSoon());
        try {
            return Files.writeString(Files.createDirectories(folder).resolve("thresholds.yml"), new Yaml().dump(all));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Nothing is measured: without C2 a boot takes less CPU time. */
    private Map<Object, Object> runtimesThatBootSoon() {
        Map<Object, Object> all = new LinkedHashMap<>();
        runtimes().forEach((name, settings) -> all.put(name, withoutC2(settings)));
        return all;
    }

    private static Object withoutC2(Object settings) {
        if (!(settings instanceof Map<?, ?> map)) {
            return settings;
        }
        Map<Object, Object> changed = new LinkedHashMap<>(map);
        List<Object> arguments = new ArrayList<>(map.get("jvm-args") instanceof List<?> list ? list : List.of());
        arguments.add("-XX:TieredStopAtLevel=1");
        changed.put("jvm-args", arguments);
        return changed;
    }

    private Map<?, ?> runtimes() {
        return entries.get("runtimes") instanceof Map<?, ?> runtimes ? runtimes : Map.of();
    }

    /** For names only; {@link PlanReader} reads the same file and reports everything that is wrong with it. */
    private static Map<?, ?> read(Path file) {
        try {
            return new Yaml(new SafeConstructor(new LoaderOptions())).load(Files.readString(file))
                            instanceof Map<?, ?> map
                    ? map
                    : Map.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
