package dev.loomgate.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.backing.BackingServices;
import dev.loomgate.load.GeneratorSetup;
import dev.loomgate.load.LoadGenerator;
import dev.loomgate.plan.Arm;
import dev.loomgate.plan.ArmGroup;
import dev.loomgate.plan.BackendDependency;
import dev.loomgate.plan.BackingImages;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.DuelPlans;
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
import dev.loomgate.plan.Variant;
import dev.loomgate.plan.WarmUpRules;
import dev.loomgate.plan.Workload;
import dev.loomgate.server.Launchers;
import dev.loomgate.server.Placement;
import dev.loomgate.server.ServerLauncher;
import dev.loomgate.server.TinyServer;
import dev.loomgate.verdict.UnitTallies;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real servers that do not start: what is a result in a cell and in a duel, and what is none. No load is ever sent. */
@Tag("untimed")
class StartFailureIT {
    private static final JvmRuntime RUNTIME =
            TestRuntimes.of("java", Runtime.version().feature(), 32, 256, List.of("-XX:+UseSerialGC"));
    private static final String MISSING = "missing";

    @TempDir
    private Path folder;

    @BeforeEach
    void packTinyServer() throws IOException {
        TinyServer.packInto(folder, "tiny");
    }

    @Test
    void aServerThatEndsAtBootFailed() {
        CellRun run = measured(tiny("die"));

        assertThat(run.failure())
                .hasValueSatisfying(story -> assertThat(story)
                        .startsWith("the server ended while it was starting: exit code 42")
                        .contains("this server does not want to live"));
        assertThat(run.invalid()).isEmpty();
    }

    @Test
    void aServerWithoutAJarIsInvalid() {
        CellRun run = measured(
                new Variant(MISSING, new Program.Shipped(MISSING), Map.of(), List.of(), Map.of(), Protocol.PLAIN));

        assertThat(run.failure()).isEmpty();
        assertThat(run.invalid().toString()).contains("is not built: there is no ");
    }

    @Test
    void inADuelTheArmThatEndedAtBootIsNamedOnce() {
        UnitRun run = compared(tiny("die"));

        assertThat(run.failed()).containsOnlyKeys(Side.CANDIDATE);
        assertThat(run.invalid()).isEmpty();
        UnitTallies.Entry entry = new UnitTallies().add(run);
        assertThat(entry).isInstanceOf(UnitTallies.Entry.Failed.class);
        String story = ((UnitTallies.Entry.Failed) entry).story();
        assertThat(story.lines().findFirst()).contains("newer: the server ended while it was starting: exit code 42");
        assertThat(story.split("newer", -1))
                .as("parts around the name of the arm")
                .hasSize(2);
    }

    @Test
    void inADuelAMissingJarMakesTheUnitInvalid() {
        UnitRun run = compared(
                new Variant(MISSING, new Program.Shipped(MISSING), Map.of(), List.of(), Map.of(), Protocol.PLAIN));

        assertThat(run.failed()).isEmpty();
        assertThat(run.invalid().toString()).contains("newer: Server missing is not built");
    }

    private CellRun measured(Variant variant) {
        Cell cell = new Cell(variant, RUNTIME, workload(), new LoadProfile.Constant(1));
        Plan plan = plan(List.of(cell));
        Placement placement = Placement.ofMachine();
        List<CellRun> finished = new ArrayList<>();
        try (LoadGenerator generator = neverStarted(placement)) {
            ServerLauncher launcher = launcher(plan, placement);
            engine(plan, launcher, placement, generator)
                    .cells(
                            plan,
                            launcher::launch,
                            List.of(cell),
                            new FoundRates(),
                            CellKeeper.of(run -> false, finished::add));
        }
        assertThat(finished).hasSize(1);
        return finished.getFirst();
    }

    private UnitRun compared(Variant candidate) {
        PairedCell cell = new PairedCell(
                new Arm("older", tiny(""), RUNTIME, folder),
                new Arm("newer", candidate, RUNTIME, folder),
                workload(),
                new LoadProfile.Constant(1));
        Plan plan = plan(List.of(cell.cell(Side.BASELINE), cell.cell(Side.CANDIDATE)));
        Placement placement = Placement.ofMachine();
        List<UnitRun> finished = new ArrayList<>();
        try (LoadGenerator generator = neverStarted(placement)) {
            ServerLauncher launcher = launcher(plan, placement);
            engine(plan, launcher, placement, generator)
                    .unit(
                            new UnitPlan(plan, DuelPlans.scale(5, 0.01).unit(), Set.of(), 1),
                            arm -> launcher::launch,
                            List.of(ArmGroup.of(cell)),
                            1,
                            finished::add);
        }
        assertThat(finished).hasSize(1);
        return finished.getFirst();
    }

    private static Variant tiny(String mood) {
        return new Variant(
                "tiny", new Program.Shipped("tiny"), Map.of("tiny", mood), List.of(), Map.of(), Protocol.PLAIN);
    }

    private static Workload workload() {
        return new Workload(
                "empty",
                Requests.of(HttpRequest.get("/empty", "ok")),
                Optional.empty(),
                Duration.ZERO,
                1,
                new BackendDependency.Nothing());
    }

    private static Engine engine(Plan plan, ServerLauncher launcher, Placement placement, LoadGenerator generator) {
        BackingServices backing = BackingServices.start(plan, launcher, placement, Path.of("java"), line -> {});
        return new Engine(backing, generator, placement, line -> {});
    }

    private LoadGenerator neverStarted(Placement placement) {
        return new LoadGenerator(
                new GeneratorSetup(Path.of("no-java"), "", placement, folder.resolve("generator.log")));
    }

    private static ServerLauncher launcher(Plan plan, Placement placement) {
        return Launchers.choose(plan, placement, System.getenv(), Path.of(System.getProperty("user.home")), line -> {})
                .launcher();
    }

    private Plan plan(List<Cell> cells) {
        Scale.WarmUp warmUp = new Scale.WarmUp(Duration.ofSeconds(1), new WarmUpRules(Duration.ZERO, 1, 1, 0.1));
        Guards guards = new Guards(
                new Guards.Generator(0.01, Duration.ofMillis(2), 0.05, 0.85),
                new Guards.Machine(0.05, 0.05, Duration.ofMillis(50)),
                0.10,
                Duration.ofSeconds(1),
                0);
        return new Plan(
                cells,
                List.of(),
                new Scale("test", Duration.ofSeconds(1), 1, 1, Duration.ZERO, warmUp, 0),
                guards,
                LauncherChoice.PROCESS,
                Map.of(RUNTIME.java(), Path.of(System.getProperty("java.home"))),
                Map.of(),
                new BackingImages("postgres", "toxiproxy"),
                folder,
                folder,
                4096,
                false,
                false,
                Map.of(),
                false);
    }
}
