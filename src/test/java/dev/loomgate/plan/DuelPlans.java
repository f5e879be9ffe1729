package dev.loomgate.plan;

import dev.loomgate.metric.Metric;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Duels that are never measured: jdk21 against jdk25. */
public final class DuelPlans {
    private DuelPlans() {}

    public static PairedCell cell(String variant, String workload) {
        return cell(
                variant,
                new Workload(
                        workload,
                        Requests.of(HttpRequest.get("/" + workload, "ok")),
                        Optional.empty(),
                        Duration.ZERO,
                        4,
                        new BackendDependency.Nothing()),
                500);
    }

    /**
     * Workload {@code shop}: several requests.
     *
     * @param shares of its requests, by name
     * @param requestsPerSecond to both arms together
     */
    public static PairedCell mix(Map<String, Double> shares, int requestsPerSecond) {
        List<WeightedRequest> requests = shares.entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .map(each ->
                        new WeightedRequest(each.getKey(), each.getValue(), HttpRequest.get("/" + each.getKey(), "ok")))
                .toList();
        return cell(
                "virtual",
                new Workload(
                        "shop",
                        new Requests(requests, null),
                        Optional.empty(),
                        Duration.ZERO,
                        4,
                        new BackendDependency.Nothing()),
                requestsPerSecond);
    }

    /** Two variants on one runtime, as in a claim. */
    public static PairedCell pair(String first, String second, String workload, int requestsPerSecond) {
        Arm one = arm(first, 25);
        Arm other = arm(second, 25);
        return new PairedCell(
                new Arm(first, one.variant(), one.runtime(), one.servers()),
                new Arm(second, other.variant(), other.runtime(), other.servers()),
                cell("virtual", workload).workload(),
                new LoadProfile.Constant(requestsPerSecond));
    }

    private static PairedCell cell(String variant, Workload workload, int requestsPerSecond) {
        return new PairedCell(
                arm(variant, 21), arm(variant, 25), workload, new LoadProfile.Constant(requestsPerSecond));
    }

    private static Arm arm(String variant, int java) {
        return new Arm(
                "jdk" + java,
                new Variant(variant, new Program.Shipped("spring-mvc"), Map.of(), List.of(), Map.of(), Protocol.PLAIN),
                TestRuntimes.of("jdk" + java, java, 256, 768, List.of()),
                Path.of("servers"));
    }

    public static DuelScale scale(int units, double alpha) {
        return new DuelScale(
                "quick",
                new UnitScale(
                        Duration.ofSeconds(2),
                        Map.of(),
                        10,
                        Map.of(),
                        Duration.ofMillis(500),
                        Duration.ZERO,
                        new UnitScale.Ceiling(Duration.ofSeconds(2), Map.of(), Map.of()),
                        new UnitScale.WarmUp(2000, Map.of(), new WarmUpRules(Duration.ZERO, 1, 2, 0.1))),
                InterimAnalyses.upTo(units),
                Duration.ofHours(1),
                alpha,
                Map.of());
    }

    /** The same with {@code -Dloomgate.ci}. */
    public static DuelPlan forgiving(DuelPlan duel) {
        Plan plan = duel.plan();
        return new DuelPlan(
                new Plan(
                        plan.cells(),
                        plan.limits(),
                        plan.scale(),
                        plan.guards(),
                        plan.launcher(),
                        plan.jdkHomes(),
                        plan.images(),
                        plan.backingImages(),
                        plan.servers(),
                        plan.output(),
                        plan.maxConnections(),
                        plan.strict(),
                        true,
                        plan.files(),
                        plan.explains()),
                duel.cells(),
                duel.scale(),
                duel.tolerances(),
                duel.calibration(),
                duel.seed());
    }

    /** A duel on these cells, with so many units at most and this error of the whole gate. */
    public static DuelPlan plan(List<PairedCell> cells, Map<Metric, Tolerance> tolerances, int units, double alpha) {
        DuelScale scale = scale(units, alpha);
        List<Cell> arms = new ArrayList<>();
        cells.forEach(cell -> arms.addAll(List.of(cell.cell(Side.BASELINE), cell.cell(Side.CANDIDATE))));
        Plan plan = new Plan(
                arms,
                List.of(),
                new Scale(
                        "quick",
                        scale.unit().window(),
                        20,
                        20,
                        Duration.ZERO,
                        new Scale.WarmUp(
                                Duration.ofSeconds(4), scale.unit().warmUp().rules()),
                        0),
                Defaults.GUARDS,
                LauncherChoice.PROCESS,
                Map.of(),
                Map.of(),
                new BackingImages("postgres", "toxiproxy"),
                Path.of("servers"),
                Path.of("output"),
                100,
                false,
                false,
                Map.of(),
                false);
        return new DuelPlan(plan, cells, scale, tolerances, Optional.empty(), 1);
    }
}
