package dev.loomgate.server;

import dev.loomgate.plan.Cell;
import dev.loomgate.plan.JvmRuntime;
import dev.loomgate.plan.LauncherChoice;
import dev.loomgate.plan.Plan;
import dev.loomgate.plan.PlanReader;
import dev.loomgate.plan.Variant;
import dev.loomgate.plan.Workload;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * Every variant on every runtime that can run here, as the thresholds file says; the switches of a benchmark narrow it down ({@code -Dloomgate.variants},
 * {@code .workloads}, {@code .runtimes}, {@code .launcher}).
 *
 * <p>Without {@code -Dloomgate.runtimes}: as processes, every runtime whose JDK is installed; in containers, every runtime whose image is named by
 * {@code -Dloomgate.image.<version>}; none with {@code cpus}, for which not every machine has the rights. Where that leaves none, the plan's own choice.
 */
record ContractArms(Plan plan, Placement placement, Launching launching) {
    private static final String THRESHOLDS = "loomgate.thresholds";

    static ContractArms ofSystemProperties() {
        Map<String, String> properties = new TreeMap<>();
        System.getProperties().stringPropertyNames().forEach(name -> properties.put(name, System.getProperty(name)));
        // The one scale that has every variant on every workload: what it leaves out is refused below.
        properties.put("loomgate.scale", "standard");
        properties.put("loomgate.output", Path.of("target", "loomgate-contract").toString());
        Path home = Path.of(System.getProperty("user.home"));
        Set<Integer> installed = new JdkFinder(Map.of(), System.getenv(), home).versions();
        Map<?, ?> file = thresholds(Path.of(properties.getOrDefault(THRESHOLDS, "thresholds.yml")));
        narrowRuntimes(properties, file, installed);

        Plan plan = PlanReader.read(properties, installed);
        refuseGaps("variants", properties, file, plan, cell -> cell.variant().name());
        refuseGaps("workloads", properties, file, plan, cell -> cell.workload().name());
        ServerJar.requireAll(plan);
        Placement placement = Placement.ofMachine();
        Launching launching = Launchers.choose(
                plan, placement, System.getenv(), home, line -> System.out.println("[loomgate] " + line));
        ContractArms contract = new ContractArms(plan, placement, launching);
        System.out.println(
                "[loomgate] contract of " + contract.arms().map(Arm::toString).collect(Collectors.joining(", "))
                        + ", launcher: " + launching.launcher().name() + " (" + launching.reason() + ")");
        return contract;
    }

    Stream<Arm> arms() {
        return plan.cells().stream()
                .collect(Collectors.groupingBy(
                        cell -> cell.variant().name() + " · " + cell.runtime().name(),
                        LinkedHashMap::new,
                        Collectors.toList()))
                .values()
                .stream()
                .map(this::arm);
    }

    private Arm arm(List<Cell> cells) {
        Cell any = cells.getFirst();
        List<Workload> workloads = cells.stream().map(Cell::workload).distinct().toList();
        return new Arm(
                any.variant(),
                any.runtime(),
                workloads,
                any.runtime().processors(placement.serverCpuCount()),
                launching.launcher());
    }

    private static void narrowRuntimes(Map<String, String> properties, Map<?, ?> file, Set<Integer> installed) {
        boolean containers = LauncherChoice.CONTAINER.name().equalsIgnoreCase(properties.get("loomgate.launcher"));
        Predicate<Integer> canRun = containers
                ? java -> properties.containsKey("loomgate.image." + java)
                : java -> installed.contains(java) || properties.containsKey("loomgate.jdk." + java);
        List<String> runtimes = section(file, "runtimes").entrySet().stream()
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

    /** What the file defines and the plan doesn't hold would go unchecked without a word. */
    private static void refuseGaps(
            String kind, Map<String, String> properties, Map<?, ?> file, Plan plan, Function<Cell, String> name) {
        Collection<String> gaps = new TreeSet<>();
        section(file, kind).keySet().forEach(defined -> gaps.add(defined.toString()));
        plan.cells().stream().map(name).forEach(gaps::remove);
        if (!gaps.isEmpty()
                && Stream.of("variants", "workloads")
                        .noneMatch(filter -> properties.containsKey("loomgate." + filter))) {
            throw new IllegalStateException(
                    "The contract test checks what scale standard of thresholds.yml measures; these " + kind
                            + " have no cell there: " + String.join(", ", gaps) + ".");
        }
    }

    private static Map<?, ?> section(Map<?, ?> file, String name) {
        return file.get(name) instanceof Map<?, ?> section ? section : Map.of();
    }

    /** For names only; {@link PlanReader} reads the same file and reports everything that is wrong with it. */
    private static Map<?, ?> thresholds(Path file) {
        try {
            return new Yaml(new SafeConstructor(new LoaderOptions())).load(Files.readString(file))
                            instanceof Map<?, ?> map
                    ? map
                    : Map.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * A server to be checked; shown as {@code virtual · jdk25}.
     *
     * @param processors CPUs it must see
     */
    record Arm(Variant variant, JvmRuntime runtime, List<Workload> workloads, int processors, ServerLauncher launcher) {
        RunningServer boot() {
            return launcher.launch(variant, runtime);
        }

        String java() {
            return launcher.javaVersion(runtime);
        }

        @Override
        public String toString() {
            return variant.name() + " · " + runtime.name();
        }
    }
}
