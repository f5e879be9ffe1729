package dev.loomgate.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.HostConfig;
import dev.loomgate.plan.JvmRuntime;
import dev.loomgate.plan.TestRuntimes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import javax.management.remote.JMXConnector;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("untimed")
class ContainerLauncherIT {
    private static EngineSearch.Outcome found;

    @TempDir
    Path servers;

    @TempDir
    Path logs;

    @BeforeAll
    static void findEngine() {
        found = TestLaunchers.engine();
        assumeTrue(
                found instanceof EngineSearch.Found,
                () -> "skipped: " + (found instanceof EngineSearch.Missing missing ? missing.why() : ""));
    }

    @BeforeEach
    void packTinyServer() throws IOException {
        TinyServer.packInto(servers);
    }

    @Test
    void bootsAServerThatAnswersAndTellsItsEffectiveSettings() throws IOException {
        try (RunningServer server = launch("")) {
            assertThat(HttpAnswer.to(server.baseUri().resolve("/empty"), Duration.ofSeconds(5))
                            .body())
                    .isEqualTo("ok");
            assertThat(server.startup()).isPositive();
            assertThat(server.effective())
                    .containsEntry(
                            "java", String.valueOf(TestLaunchers.runtime().java()))
                    .containsKey("processors");
            assertThat(server.death()).isEmpty();
        }
    }

    @Test
    void aServerThatAsksItselfFindsItself() {
        ContainerLauncher launcher = TestLaunchers.inContainers(engine(), Path.of("target", "servers"), logs);
        try (RunningServer server = TestLaunchers.askingItself(launcher)) {
            assertThat(new ContractClient("helidon", server)
                            .ask("GET", "/aggregate?delay=0")
                            .body())
                    .startsWith(
                            "[{\"tag\":\"heddle\",\"name\":\"The Heddles\",\"members\":[{\"id\":1,\"name\":\"Ada\"}");
        }
    }

    @Test
    void limitsMemoryAndCpus() {
        try (RunningServer server = launch("")) {
            HostConfig host = engine().client()
                    .inspectContainerCmd(container(server))
                    .exec()
                    .getHostConfig();

            assertThat(host.getMemory()).isEqualTo(256L * 1024 * 1024);
            assertThat(host.getMemorySwap()).isEqualTo(host.getMemory());
            assertThat(host.getCpusetCpus()).isEqualTo(Placement.ofMachine().serverCpus());
        }
    }

    @Test
    void pinsEveryThreadOfAServerOnThisMachine() throws IOException {
        Placement placement = Placement.ofMachine();
        try (RunningServer server = launch("")) {
            OptionalLong pid = server.pid();
            assumeTrue(pid.isPresent() && placement.pins(), "skipped: the server's /proc is not here, or one CPU");
            try (var threads = Files.list(Path.of("/proc/" + pid.getAsLong() + "/task"))) {
                assertThat(threads.map(thread -> Cpus.allowed(thread.resolve("status"))))
                        .isNotEmpty()
                        .allMatch(cpus -> cpus.equals(Cpus.parse(placement.serverCpus())));
            }
        }
    }

    @Test
    void opensJmxOnlyToThePasswordOfThisServer() throws IOException {
        try (RunningServer server = launch("")) {
            JmxAddress jmx = server.jmx();
            try (JMXConnector connector = LauncherIT.connect(jmx, jmx.password())) {
                assertThat(connector.getMBeanServerConnection().getMBeanCount()).isPositive();
            }
            assertThatExceptionOfType(SecurityException.class).isThrownBy(() -> LauncherIT.connect(jmx, "wrong"));
            assertThat(server.commandLine()).doesNotContain(jmx.password());
        }
    }

    @Test
    void isGoneOnceItIsClosedAndThatIsNoDeath() throws IOException {
        RunningServer server = launch("");
        String id = container(server);

        server.close();
        server.close();

        assertThatExceptionOfType(NotFoundException.class)
                .isThrownBy(() -> engine().client().inspectContainerCmd(id).exec());
        assertThat(server.death()).isEmpty();
        assertThat(Files.readString(server.log())).contains("tiny server listens");
    }

    @Test
    void tellsHowAServerDiedInTheMiddle() {
        RunningServer server = launch("");
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> HttpAnswer.to(server.baseUri().resolve("/die"), Duration.ofSeconds(5)));
        await().atMost(Duration.ofSeconds(10)).until(() -> server.death().isPresent());

        RunningServer.Death death = server.death().orElseThrow();
        server.close();

        assertThat(death.reason().words()).isEqualTo("exit code 7");
        assertThat(death.lastLogLines()).contains("tiny server listens");
        assertThat(server.death()).contains(death);
    }

    @Test
    void saysThatAServerNeededMoreMemoryThanItsContainerHas() {
        RunningServer server = launch("");
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> HttpAnswer.to(server.baseUri().resolve("/eat"), Duration.ofSeconds(60)));
        await().atMost(Duration.ofSeconds(10)).until(() -> server.death().isPresent());
        server.close();

        assertThat(server.death().orElseThrow().reason().words())
                .contains("SIGKILL", "out of memory: the container's limit");
    }

    @Test
    void namesEverythingWhenAServerDiesAtStart() {
        assertThatExceptionOfType(ServerStartException.class)
                .isThrownBy(() -> launch("die"))
                .withMessageContaining("exit code 42")
                .withMessageContaining("-Dtiny=die")
                .withMessageContaining("this server does not want to live");
    }

    @Test
    void saysWhichJavaAnImageHoldsWhenItIsAnother() {
        JvmRuntime runtime = TestLaunchers.runtime();
        JvmRuntime next = TestRuntimes.of("next", runtime.java() + 1, 32, 256, List.of());
        ContainerLauncher launcher = new ContainerLauncher(
                engine(), Map.of(next.java(), TestLaunchers.image()), servers, logs, Placement.ofMachine());

        assertThatExceptionOfType(ServerStartException.class)
                .isThrownBy(() -> launcher.javaVersion(next))
                .withMessageContaining("holds Java " + runtime.java())
                .withMessageContaining("-Dloomgate.image." + next.java());
    }

    private RunningServer launch(String mood) {
        return TestLaunchers.inContainers(engine(), servers, logs)
                .launch(TestLaunchers.tiny(mood), TestLaunchers.runtime());
    }

    private static ContainerEngine engine() {
        return ((EngineSearch.Found) found).engine();
    }

    private static String container(RunningServer server) {
        String port = "-Dloomgate.port=" + server.baseUri().getPort();
        return engine()
                .client()
                .listContainersCmd()
                .withLabelFilter(Map.of(LeashedContainer.SESSION_LABEL, ProcessSession.current()))
                .exec()
                .stream()
                .map(container ->
                        engine().client().inspectContainerCmd(container.getId()).exec())
                .filter(container -> List.of(container.getArgs()).contains(port))
                .findFirst()
                .orElseThrow()
                .getId();
    }
}
