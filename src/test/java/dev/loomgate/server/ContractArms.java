package dev.loomgate.server;

import dev.loomgate.backing.BackingServices;
import dev.loomgate.plan.BackendDependency;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.JvmRuntime;
import dev.loomgate.plan.Plan;
import dev.loomgate.plan.PlanReader;
import dev.loomgate.plan.Variant;
import dev.loomgate.plan.Workload;
import dev.loomgate.server.Launchers.Launching;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Every variant on every runtime that can run here, as the thresholds file says; the switches of a benchmark narrow it
 * down ({@code -Dloomgate.variants}, {@code .workloads}, {@code .runtimes}, {@code .launcher}).
 *
 * <p>Without {@code -Dloomgate.runtimes}: as processes, every runtime whose JDK is installed; in containers, every
 * runtime whose image is named by {@code -Dloomgate.image.<version>}; none with {@code cpus}, for which not every
 * machine has the rights. Where that leaves none, the plan's own choice.
 *
 * <p>{@code -Dcontract.arms=virtual,webflux@jdk21} asks for a variant on all of these and another on one of them.
 */
record ContractArms(Plan plan, List<String> asked, Placement placement, Launching launching, BackingServices backing)
        implements AutoCloseable {
    private static final String ASKED = "contract.arms";
    private static final String VARIANTS = "loomgate.variants";
    private static final Path OUTPUT = Path.of("target", "loomgate-contract");

    static ContractArms ofSystemProperties() {
        Map<String, String> properties = new TreeMap<>();
        System.getProperties().stringPropertyNames().forEach(name -> properties.put(name, System.getProperty(name)));
        properties.put("loomgate.output", OUTPUT.toString());
        // In a contributor's build, two that have nothing in common; all of them with -Pproof.
        List<String> asked = properties.containsKey(VARIANTS)
                ? List.of()
                : Stream.of(properties.getOrDefault(ASKED, "").split(","))
                        .filter(arm -> !arm.isEmpty())
                        .toList();
        if (!asked.isEmpty()) {
            properties.put(
                    VARIANTS,
                    asked.stream()
                            .map(arm -> arm.replaceFirst("@.*", ""))
                            .distinct()
                            .collect(Collectors.joining(",")));
        }
        properties.remove(ASKED);
        Path home = Path.of(System.getProperty("user.home"));
        Set<Integer> installed = new JdkFinder(Map.of(), System.getenv(), home).versions();
        ContractFile.of(properties).putInto(properties, installed, OUTPUT);

        Plan plan = PlanReader.read(properties, installed);
        requireAllThatAreAsked(asked, plan);
        ServerJar.requireAll(plan);
        Placement placement = Placement.ofMachine();
        Launching launching = Launchers.choose(
                plan, placement, System.getenv(), home, line -> System.out.println("[loomgate] " + line));
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        BackingServices backing = BackingServices.start(
                plan, launching.launcher(), placement, java, line -> System.out.println("[loomgate] " + line));
        ContractArms contract = new ContractArms(plan, asked, placement, launching, backing);
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
                .map(this::arm)
                .filter(this::isAsked);
    }

    private boolean isAsked(Arm arm) {
        return asked.isEmpty() || asked.stream().anyMatch(name -> isCalled(name, arm.variant(), arm.runtime()));
    }

    /** One that is misspelt, or whose runtime can't run here, must not be left out in silence. */
    private static void requireAllThatAreAsked(List<String> asked, Plan plan) {
        for (String name : asked) {
            if (plan.cells().stream().noneMatch(cell -> isCalled(name, cell.variant(), cell.runtime()))) {
                throw new IllegalArgumentException("-D" + ASKED + ": there is no " + name + " here, only "
                        + plan.cells().stream()
                                .map(cell -> cell.variant().name() + "@"
                                        + cell.runtime().name())
                                .distinct()
                                .toList());
            }
        }
    }

    /** By its variant, on whichever runtime, or by both: {@code webflux@jdk21}. */
    private static boolean isCalled(String name, Variant variant, JvmRuntime runtime) {
        return name.equals(variant.name()) || name.equals(variant.name() + "@" + runtime.name());
    }

    private Arm arm(List<Cell> cells) {
        Cell any = cells.getFirst();
        List<Workload> workloads = cells.stream().map(Cell::workload).distinct().toList();
        return new Arm(
                any.variant(),
                any.runtime(),
                workloads,
                any.runtime().processors(placement.serverCpuCount()),
                launching.launcher(),
                environment(cells));
    }

    /** One boot for all: a server can't tell whether its database is asked directly or through a proxy. */
    private ServerEnvironment environment(List<Cell> cells) {
        return backing.around(cells.stream()
                .filter(cell -> cell.workload().behind().proxied())
                .findFirst()
                .orElse(cells.getFirst()));
    }

    /** Puts the database as far away as the workload wants it, until {@link #resetDelay}. */
    void prepare(Workload workload, RunningServer server) {
        plan.cells().stream()
                .filter(cell -> cell.workload().equals(workload))
                .filter(cell -> cell.workload().behind() instanceof BackendDependency.Database database
                        && database.delay().filter(Duration::isPositive).isPresent())
                .findFirst()
                .ifPresent(cell -> backing.prepare(cell, () -> ask(server, workload)));
    }

    /**
     * The next server to open its pool may open one connection after the other: 200 ms a round trip, that takes
     * minutes.
     */
    void resetDelay() {
        backing.resetDelay();
    }

    private static void ask(RunningServer server, Workload workload) {
        try {
            HttpAnswer.to(server.baseUri().resolve(workload.path()), Duration.ofSeconds(30));
        } catch (IOException e) {
            // What is wrong is for the test to find.
        }
    }

    @Override
    public void close() {
        backing.close();
    }

    /**
     * A server to be checked; shown as {@code virtual · jdk25}.
     *
     * @param processors CPUs it must see
     */
    record Arm(
            Variant variant,
            JvmRuntime runtime,
            List<Workload> workloads,
            int processors,
            ServerLauncher launcher,
            ServerEnvironment environment) {
        RunningServer boot() {
            return launcher.launch(variant, runtime, environment);
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
