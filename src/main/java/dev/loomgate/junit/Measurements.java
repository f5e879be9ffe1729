package dev.loomgate.junit;

import dev.loomgate.Loomgate;
import dev.loomgate.Request;
import dev.loomgate.verdict.CellVerdict;
import dev.loomgate.verdict.DuelVerdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.Yaml;

/**
 * Measures from within a test. What is asked for is written as a thresholds file, {@code target/loomgate-orders.yml},
 * and run like any other: the report stands in the folder beside it, and the file is a start for one that is kept.
 *
 * <pre>{@code
 * assertThat(measure("orders", shop, Traffic.of(Ask.get("/orders")).at(500))).hasNoErrors().p99().isBelow(ofMillis(150));
 * assertThat(duel("orders", yesterday, shop, Traffic.of(Ask.get("/orders")).at(500))).isNoWorse();
 * }</pre>
 */
public final class Measurements {
    private static final String OUTPUT = "target/loomgate-";
    private static final String SCALE = "quick";

    /**
     * What else may be given on the command line: where servers run, and what is allowed for the machine. The rest is
     * about runs with a file.
     */
    private static final Pattern KEPT = Pattern.compile("loomgate\\.(launcher|pinning|ci|jdk\\..*|image\\..*)");

    private static final Pattern OF_A_JAVA = Pattern.compile("loomgate\\.(?:jdk|image)\\.(\\d+)");

    /** By folder and file: a test that is run again is told the same. */
    private static final Map<String, Object> MEASURED = new HashMap<>();

    private static final Map<String, String> FILES = new HashMap<>();

    /** Wider than those of the shipped file: how an unknown service scatters is not known yet. */
    private static final String TOLERANCES = """
            allocated: {tolerate: 2 %, catch: 10 %}
            cpu: {tolerate: 1 %, catch: 5 %}
            p50: {tolerate: 1 %, catch: 10 %}
            p95: {tolerate: 3 %, catch: 20 %}
            live-heap: {tolerate: 2 %, catch: 10 %}
            """;

    private Measurements() {}

    /**
     * Measures a service under load.
     *
     * @param name of the workload: small letters, digits and hyphens. The report is in {@code target/loomgate-<name>}
     */
    public static CellVerdict measure(String name, Service service, Traffic traffic) {
        Path folder = Path.of(OUTPUT + name);
        Map<String, Object> file = file(name, Map.of("service", service), List.of(service), traffic);
        return (CellVerdict) once(
                folder,
                file,
                () -> Loomgate.of(request(folder, file, Map.of())).run().cells().getFirst());
    }

    /**
     * Compares two services under the same load: two jars, two Java versions, or one with other settings. On one Java
     * version they have the same limits.
     *
     * @param name of the workload: small letters, digits and hyphens. The report is in {@code
     *     target/loomgate-<name>-duel}
     */
    public static CellComparison duel(String name, Service baseline, Service candidate, Traffic traffic) {
        Path folder = Path.of(OUTPUT + name + "-duel");
        boolean ofJavas = baseline.isSameProgramAs(candidate);
        Map<String, Service> services = new LinkedHashMap<>();
        services.put(ofJavas ? "service" : "baseline", baseline);
        services.put(ofJavas ? "service" : "candidate", candidate);
        if (!ofJavas && !baseline.runtime().equals(candidate.runtime())) {
            throw new IllegalArgumentException("the arms differ in their programs or settings and in Java: "
                    + baseline.runtime() + " and " + candidate.runtime() + "; compare one after the other");
        }
        if (baseline.runtime().equals(candidate.runtime()) && !baseline.limits().equals(candidate.limits())) {
            throw new IllegalArgumentException("the arms have different limits on " + baseline.runtime() + ": "
                    + baseline.limits() + ", and " + candidate.limits()
                    + "; give both the same with memory(…), or compare two runtimes of a thresholds file");
        }
        Map<String, Object> file = duelFile(name, services, List.of(baseline, candidate), traffic);
        Map<String, String> arms = Map.of(
                "loomgate.baseline", ofJavas ? baseline.runtime() : "baseline",
                "loomgate.candidate", ofJavas ? candidate.runtime() : "candidate");
        return (CellComparison) once(folder, file, () -> {
            DuelVerdict verdict = Loomgate.of(request(folder, file, arms)).duel();
            return new CellComparison(verdict.plan().cells().getFirst(), verdict);
        });
    }

    private static synchronized Object once(Path folder, Map<String, Object> file, Supplier<Object> measure) {
        String text = text(file);
        String before = FILES.putIfAbsent(folder.toString(), text);
        if (before != null && !before.equals(text)) {
            throw new IllegalArgumentException("two different measurements of this run are called "
                    + folder.getFileName() + ": give each a name of its own");
        }
        Object known = MEASURED.get(folder + text);
        if (known == null) {
            known = measure.get();
            MEASURED.put(folder + text, known);
        }
        return known;
    }

    private static Request request(Path folder, Map<String, Object> file, Map<String, String> arms) {
        Map<String, String> switches = new LinkedHashMap<>(arms);
        switches.put("loomgate.thresholds", written(folder, file).toString());
        switches.put("loomgate.scale", SCALE);
        switches.put("loomgate.output", folder.toString());
        Request request = Request.ofThisJvm(System.out);
        Map<String, String> all = new HashMap<>(request.properties());
        Set<String> javas = javas(file);
        all.keySet().removeIf(name -> name.startsWith("loomgate.") && !isKept(name, javas));
        all.putAll(switches);
        return request.withProperties(all);
    }

    /** A JDK or an image for another Java is meant for another test of the module. */
    static boolean isKept(String property, Set<String> javas) {
        Matcher ofAJava = OF_A_JAVA.matcher(property);
        return KEPT.matcher(property).matches() && (!ofAJava.matches() || javas.contains(ofAJava.group(1)));
    }

    private static Set<String> javas(Map<String, Object> file) {
        return ((Map<?, ?>) file.getOrDefault("runtimes", Map.of()))
                .values().stream()
                        .map(runtime -> String.valueOf(((Map<?, ?>) runtime).get("java")))
                        .collect(Collectors.toSet());
    }

    /** Beside the folder, because a run begins with an empty one. */
    private static Path written(Path folder, Map<String, Object> file) {
        Path path = folder.resolveSibling(folder.getFileName() + ".yml");
        try {
            Files.createDirectories(path.toAbsolutePath().getParent());
            return Files.writeString(path, text(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The file of {@link #measure}. */
    static String file(String name, Service service, Traffic traffic) {
        return text(file(name, Map.of("service", service), List.of(service), traffic));
    }

    /** The file of {@link #duel} of two programs. */
    static String duelFile(String name, Service baseline, Service candidate, Traffic traffic) {
        Map<String, Service> services = new LinkedHashMap<>();
        services.put("baseline", baseline);
        services.put("candidate", candidate);
        return text(duelFile(name, services, List.of(baseline, candidate), traffic));
    }

    private static Map<String, Object> duelFile(
            String name, Map<String, Service> services, List<Service> arms, Traffic traffic) {
        Map<String, Object> file = file(name, services, arms, traffic);
        file.put("tolerances", yaml(TOLERANCES));
        Map<String, Object> row = row(name, services.keySet().iterator().next(), traffic);
        file.put("duels", map(SCALE, map("cells", List.of(row))));
        return file;
    }

    private static String text(Map<String, Object> file) {
        DumperOptions options = new DumperOptions();
        options.setDefaultFlowStyle(DumperOptions.FlowStyle.BLOCK);
        // What stands in two places stands there twice: the file may have no anchors.
        options.setDereferenceAliases(true);
        return new Yaml(options).dump(file);
    }

    private static Map<String, Object> file(
            String name, Map<String, Service> services, List<Service> arms, Traffic traffic) {
        Map<String, Object> file = new LinkedHashMap<>();
        Map<String, Object> runtimes = new LinkedHashMap<>();
        Map<String, Object> variants = new LinkedHashMap<>();
        arms.forEach(arm -> runtimes.put(arm.runtime(), arm.runtimeKeys()));
        services.forEach((variant, service) -> variants.put(variant, service.keys()));
        Map<String, Object> row = row(name, variants.keySet().iterator().next(), traffic);
        file.put("runtimes", runtimes);
        file.put("variants", variants);
        file.put("workloads", map(name, traffic.workload()));
        file.put("scales", map(SCALE, scale(traffic, row)));
        file.put("limits", List.of(map("limits", map("errors", "<= 0 %"))));
        return file;
    }

    private static Map<String, Object> map(String key, Object value) {
        return new LinkedHashMap<>(Map.of(key, value));
    }

    private static Map<String, Object> row(String name, String variant, Traffic traffic) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("variants", List.of(variant));
        row.put("workloads", List.of(name));
        row.put("loads", List.of(traffic.load()));
        return row;
    }

    private static Map<String, Object> scale(Traffic traffic, Map<String, Object> row) {
        Map<String, Object> scale = new LinkedHashMap<>();
        scale.put("iteration", traffic.iteration().toMillis() + " ms");
        scale.put("iterations", traffic.iterations());
        scale.put("max-iterations", traffic.iterations() + 2);
        scale.putAll(yaml("{rest: 200 ms, warm-up: {load: 2 s, floor: 5, cap: 20, quiet: 15 %}}"));
        scale.put("cells", List.of(row));
        return scale;
    }

    private static Map<String, Object> yaml(String text) {
        return new Yaml().load(text);
    }
}
