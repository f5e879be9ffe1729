package dev.loomgate.backing;

import dev.loomgate.backing.ServiceLocation.ServiceLocations;
import dev.loomgate.plan.BackendDependency;
import dev.loomgate.plan.BackingImages;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.Guards;
import dev.loomgate.plan.HttpRequest;
import dev.loomgate.plan.LauncherChoice;
import dev.loomgate.plan.LoadProfile;
import dev.loomgate.plan.Plan;
import dev.loomgate.plan.Program;
import dev.loomgate.plan.Protocol;
import dev.loomgate.plan.Requests;
import dev.loomgate.plan.Scale;
import dev.loomgate.plan.TestRuntimes;
import dev.loomgate.plan.Variant;
import dev.loomgate.plan.WarmUpRules;
import dev.loomgate.plan.Workload;
import dev.loomgate.server.Launchers;
import dev.loomgate.server.Placement;
import dev.loomgate.server.ServerLauncher;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Plans with one cell per kind of service behind the server. */
final class SmallPlans {
    static final BackendDependency DIRECT = new BackendDependency.Database(Optional.empty());

    private SmallPlans() {}

    static ServiceLocations places(LauncherChoice choice, Path folder) {
        return ServiceLocations.of(launcher(choice, folder), images());
    }

    static BackendDependency delayed(int millis) {
        return new BackendDependency.Database(Optional.of(Duration.ofMillis(millis)));
    }

    static Cell cell(BackendDependency behind) {
        return new Cell(
                new Variant("tiny", new Program.Shipped("tiny"), Map.of(), List.of(), Map.of(), Protocol.PLAIN),
                TestRuntimes.of("jdk25", 25, 32, 64, List.of()),
                new Workload(
                        "work",
                        Requests.of(HttpRequest.get("/work", "ok")),
                        Optional.empty(),
                        Duration.ZERO,
                        1,
                        behind),
                new LoadProfile.Constant(1));
    }

    /** Where servers would run; needs a JDK or an image for none of them. */
    static ServerLauncher launcher(LauncherChoice choice, Path folder) {
        return launcher(plan(choice, folder));
    }

    static ServerLauncher launcher(Plan plan) {
        return Launchers.choose(
                        plan,
                        Placement.ofMachine(),
                        System.getenv(),
                        Path.of(System.getProperty("user.home")),
                        line -> {})
                .launcher();
    }

    private static BackingImages images() {
        return new BackingImages(
                System.getProperty("loomgate.image.postgres", "postgres:18-alpine"),
                System.getProperty("loomgate.image.toxiproxy", "ghcr.io/shopify/toxiproxy:2.12.0"));
    }

    /** @param folder holds the servers and receives the output */
    static Plan plan(Path folder, BackendDependency... behind) {
        return plan(LauncherChoice.PROCESS, folder, behind);
    }

    private static Plan plan(LauncherChoice choice, Path folder, BackendDependency... behind) {
        return plan(choice, folder, Stream.of(behind).map(SmallPlans::cell).toList());
    }

    static Plan plan(LauncherChoice choice, Path folder, List<Cell> cells) {
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
                choice,
                Map.of(),
                Map.of(),
                images(),
                folder,
                folder,
                4096,
                false,
                false,
                Map.of(),
                false);
    }

    static Path java() {
        return Path.of(ProcessHandle.current().info().command().orElseThrow());
    }
}
