package dev.loomgate.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loomgate.plan.BackendDependency;
import dev.loomgate.plan.BackingImages;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.Guards;
import dev.loomgate.plan.HttpRequest;
import dev.loomgate.plan.JvmRuntime;
import dev.loomgate.plan.LauncherChoice;
import dev.loomgate.plan.LoadProfile;
import dev.loomgate.plan.Need;
import dev.loomgate.plan.NeededService;
import dev.loomgate.plan.Needs;
import dev.loomgate.plan.Plan;
import dev.loomgate.plan.Program;
import dev.loomgate.plan.Protocol;
import dev.loomgate.plan.Requests;
import dev.loomgate.plan.Scale;
import dev.loomgate.plan.TestRuntimes;
import dev.loomgate.plan.Variant;
import dev.loomgate.plan.WarmUpRules;
import dev.loomgate.plan.Workload;
import dev.loomgate.server.EngineSearch.EngineAddress;
import dev.loomgate.server.Launchers.Launching;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LaunchersTest {
    private static final Placement UNPINNED = new Placement("", "", 1, 1, "not pinned: a test");

    @TempDir
    Path folder;

    @Test
    void forksWithoutAnEngineAndSaysWhy() {
        Launching launching = choose(LauncherChoice.AUTO, TestLaunchers.runtime());

        assertThat(launching.launcher().name()).isEqualTo("process");
        assertThat(launching.reason()).contains("no container engine", "absent.sock");
        assertThat(launching.describe())
                .containsEntry("launcher", "process")
                .containsEntry("placement", "not pinned: a test")
                .containsKey("java of " + TestLaunchers.runtime().name());
    }

    @Test
    void forksWhenAskedToWithoutLookingForAnEngine() {
        Launching launching = choose(LauncherChoice.PROCESS, TestLaunchers.runtime());

        assertThat(launching.launcher().name()).isEqualTo("process");
        assertThat(launching.reason()).contains("-Dloomgate.launcher=process");
    }

    @Test
    void refusesContainersWithoutAnEngineAndNamesTheWaysOut() {
        assertThatExceptionOfType(ServerStartException.class)
                .isThrownBy(() -> choose(LauncherChoice.CONTAINER, TestLaunchers.runtime()))
                .withMessageContaining("no container engine")
                .withMessageContaining("DOCKER_HOST")
                .withMessageContaining("-Dloomgate.image.<version>")
                .withMessageContaining("-Dloomgate.launcher=process");
    }

    @Test
    void refusesBeforeAnythingIsStartedWhenAJdkIsMissing() {
        JvmRuntime future = TestRuntimes.of("jdk999", 999, 32, 64, List.of());

        assertThatExceptionOfType(ServerStartException.class)
                .isThrownBy(() -> choose(LauncherChoice.AUTO, future))
                .withMessageContaining("No JDK 999")
                .withMessageContaining("no container engine");
    }

    @Test
    void refusesAnEngineAddressThatIsNone() {
        assertThatExceptionOfType(ServerStartException.class)
                .isThrownBy(() -> EngineAddress.candidates(Map.of("DOCKER_HOST", "unix://a b"), folder))
                .withMessageContaining("DOCKER_HOST=unix://a b");
    }

    @Test
    void refusesAnImageWithoutAnEngineOrAsAProcess() {
        Variant image = TestLaunchers.image("acme/shop:1", new Program.PortSetting.Variable("PORT"));

        assertThatExceptionOfType(ServerStartException.class)
                .isThrownBy(() -> choose(LauncherChoice.AUTO, image))
                .withMessageContaining("variant shop is an image: no container engine")
                .withMessageContaining("DOCKER_HOST")
                .withMessageContaining("-Dloomgate.variants");
        assertThatExceptionOfType(ServerStartException.class)
                .isThrownBy(() -> choose(LauncherChoice.PROCESS, image))
                .withMessageContaining("variant shop is an image")
                .withMessageContaining("Leave out -Dloomgate.launcher=process");
    }

    @Test
    void refusesANeedInAContainerWithoutAnEngine() {
        NeededService.Container cache = new NeededService.Container(
                "cache",
                "acme/cache:7",
                6379,
                List.of(),
                Map.of(),
                Map.of(),
                new NeededService.Readiness.Port(),
                Duration.ofSeconds(1),
                false);

        assertThatExceptionOfType(ServerStartException.class)
                .isThrownBy(() -> choose(LauncherChoice.AUTO, command(new Program.PortSetting.Variable("PORT"), cache)))
                .withMessageContaining("below 'needs' cannot run in containers: no container engine")
                .withMessageContaining("cache: {address: 127.0.0.1:6379}");
    }

    @Test
    void refusesAFixedPortThatIsTakenBeforeAnythingIsStarted() throws IOException {
        try (ServerSocket taken = new ServerSocket(0)) {
            Variant fixed = command(new Program.PortSetting.Fixed(taken.getLocalPort()));

            assertThatExceptionOfType(ServerStartException.class)
                    .isThrownBy(() -> choose(LauncherChoice.AUTO, fixed))
                    .withMessageContaining("Port " + taken.getLocalPort() + ", on which script always listens");
        }
    }

    private Variant command(Program.PortSetting port, Need... needs) {
        Program.Command program = new Program.Command(
                folder,
                List.of("shop"),
                new Program.Start(port, "/up", Duration.ofSeconds(1), Map.of(), new Needs(List.of(needs))));
        return new Variant("script", program, Map.of(), List.of(), Map.of(), Protocol.PLAIN);
    }

    private Launching choose(LauncherChoice choice, JvmRuntime runtime) {
        return choose(choice, runtime, TestLaunchers.tiny(""));
    }

    private Launching choose(LauncherChoice choice, Variant variant) {
        return choose(choice, TestLaunchers.runtime(), variant);
    }

    private Launching choose(LauncherChoice choice, JvmRuntime runtime, Variant variant) {
        Map<String, String> environment = Map.of("DOCKER_HOST", "unix://" + folder.resolve("absent.sock"));
        return Launchers.choose(plan(choice, runtime, variant), UNPINNED, environment, folder, line -> {});
    }

    private Plan plan(LauncherChoice choice, JvmRuntime runtime, Variant variant) {
        Workload empty = new Workload(
                "empty",
                Requests.of(HttpRequest.get("/empty", "ok")),
                Optional.empty(),
                Duration.ZERO,
                1,
                new BackendDependency.Nothing());
        Cell cell = new Cell(variant, runtime, empty, new LoadProfile.Constant(1));
        Scale.WarmUp warmUp = new Scale.WarmUp(Duration.ofSeconds(1), new WarmUpRules(Duration.ZERO, 1, 1, 0.1));
        Scale scale = new Scale("test", Duration.ofSeconds(1), 1, 1, Duration.ZERO, warmUp, 0);
        Guards guards = new Guards(
                new Guards.Generator(0.01, Duration.ofMillis(2), 0.05, 0.85),
                new Guards.Machine(0.05, 0.05, Duration.ofMillis(50)),
                0.10,
                Duration.ofSeconds(1),
                0);
        return new Plan(
                List.of(cell),
                List.of(),
                scale,
                guards,
                choice,
                Map.of(),
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
