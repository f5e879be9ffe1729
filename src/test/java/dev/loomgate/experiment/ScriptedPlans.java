package dev.loomgate.experiment;

import dev.loomgate.plan.Arm;
import dev.loomgate.plan.ArmGroup;
import dev.loomgate.plan.BackendDependency;
import dev.loomgate.plan.BackingImages;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.Guards;
import dev.loomgate.plan.HttpRequest;
import dev.loomgate.plan.JvmRuntime;
import dev.loomgate.plan.LauncherChoice;
import dev.loomgate.plan.LoadProfile;
import dev.loomgate.plan.PairedCell;
import dev.loomgate.plan.Plan;
import dev.loomgate.plan.Program;
import dev.loomgate.plan.Protocol;
import dev.loomgate.plan.Requests;
import dev.loomgate.plan.Scale;
import dev.loomgate.plan.Side;
import dev.loomgate.plan.TestRuntimes;
import dev.loomgate.plan.UnitPlan;
import dev.loomgate.plan.UnitScale;
import dev.loomgate.plan.Variant;
import dev.loomgate.plan.WarmUpRules;
import dev.loomgate.plan.Workload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What the engine is asked for: two cycles of warm-up at least and four at most, two iterations of 2 s, three where a
 * limit stays open, an invalid one measured again once.
 */
public final class ScriptedPlans {
    static final int REMEASURE = 1;
    static final Duration CYCLE = Duration.ofSeconds(4);
    static final Duration PAUSE = Duration.ofSeconds(1);
    static final Duration REST = Duration.ofMillis(500);
    static final WarmUpRules WARM_UP = new WarmUpRules(PAUSE, 2, 4, 0.1);

    private static final Guards GUARDS = new Guards(
            new Guards.Generator(0.01, Duration.ofMillis(2), 0.05, 0.85),
            new Guards.Machine(0.05, 0.05, Duration.ofMillis(50)),
            0.10,
            Duration.ofSeconds(1),
            REMEASURE);

    private ScriptedPlans() {}

    static Plan plan(Path output, List<Cell> cells) {
        return plan(output, cells, 2, 3);
    }

    static Plan plan(Path output, List<Cell> cells, int iterations, int atMost) {
        return plan(output, cells, iterations, atMost, 0);
    }

    public static Plan plan(Path output, List<Cell> cells, int iterations, int atMost, int secondTrials) {
        return plan(output, cells, iterations, atMost, secondTrials, false);
    }

    /** In which each cell gets one more phase, with a recording. */
    static Plan explaining(Path output, List<Cell> cells) {
        return plan(output, cells, 2, 3, 0, true);
    }

    private static Plan plan(
            Path output, List<Cell> cells, int iterations, int atMost, int secondTrials, boolean explains) {
        return new Plan(
                cells,
                List.of(),
                new Scale(
                        "scripted",
                        Duration.ofSeconds(2),
                        iterations,
                        atMost,
                        REST,
                        new Scale.WarmUp(CYCLE, WARM_UP),
                        secondTrials),
                GUARDS,
                LauncherChoice.PROCESS,
                Map.of(),
                Map.of(),
                new BackingImages("postgres", "toxiproxy"),
                Path.of("servers"),
                output,
                100,
                false,
                false,
                Map.of(),
                explains);
    }

    /** Units of twelve slices, or six windows of 2 s; of 3 s on the workload {@code slow}. */
    static UnitPlan units(Path output, PairedCell... cells) {
        return units(output, false, cells);
    }

    static UnitPlan units(Path output, boolean measuresCeiling, PairedCell... cells) {
        return units(
                output,
                measuresCeiling,
                Map.of(),
                new UnitScale.Ceiling(Duration.ofSeconds(2), Map.of(), Map.of()),
                cells);
    }

    static UnitPlan units(
            Path output,
            boolean measuresCeiling,
            Map<String, Integer> windowsOf,
            UnitScale.Ceiling ceiling,
            PairedCell... cells) {
        return new UnitPlan(
                plan(output, cells),
                new UnitScale(
                        Duration.ofSeconds(2),
                        Map.of("slow", Duration.ofSeconds(3)),
                        6,
                        windowsOf,
                        Duration.ZERO,
                        Duration.ofMillis(100),
                        ceiling,
                        new UnitScale.WarmUp(400, Map.of(), WARM_UP)),
                measuresCeiling ? Set.of(cells) : Set.of(),
                1);
    }

    static Plan plan(Path output, PairedCell... cells) {
        List<Cell> arms = new ArrayList<>();
        for (PairedCell cell : cells) {
            arms.add(cell.cell(Side.BASELINE));
            arms.add(cell.cell(Side.CANDIDATE));
        }
        return plan(output, arms);
    }

    public static Cell cell(String workload, LoadProfile load) {
        return new Cell(variant(), runtime("a"), workload(workload), load);
    }

    public static Cell cell(String workload, int rate) {
        return cell(workload, new LoadProfile.Constant(rate));
    }

    static PairedCell duelCell(String workload, int rate) {
        return new PairedCell(arm("old"), arm("new"), workload(workload), new LoadProfile.Constant(rate));
    }

    /** Each of the arms with the next. */
    static ArmGroup group(LoadProfile load, Optional<String> inTurn, String... names) {
        List<Arm> arms = Stream.of(names).map(ScriptedPlans::arm).toList();
        return new ArmGroup(
                arms,
                IntStream.range(1, arms.size())
                        .mapToObj(place ->
                                new PairedCell(arms.get(place - 1), arms.get(place), workload("io"), load, inTurn))
                        .toList());
    }

    private static Arm arm(String name) {
        return new Arm(name, variant(), runtime(name), Path.of("servers"));
    }

    private static Variant variant() {
        return new Variant("virtual", new Program.Shipped("spring-mvc"), Map.of(), List.of(), Map.of(), Protocol.PLAIN);
    }

    private static JvmRuntime runtime(String name) {
        return TestRuntimes.of(name, 25, 32, 64, List.of());
    }

    private static Workload workload(String name) {
        return new Workload(
                name,
                Requests.of(HttpRequest.get("/" + name, "ok")),
                Optional.empty(),
                Duration.ZERO,
                4,
                new BackendDependency.Nothing());
    }
}
