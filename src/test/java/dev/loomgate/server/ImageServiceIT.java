package dev.loomgate.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.model.Container;
import com.github.dockerjava.api.model.HostConfig;
import dev.loomgate.plan.Program;
import dev.loomgate.plan.Program.PortSetting;
import dev.loomgate.plan.Protocol;
import dev.loomgate.plan.Variant;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.management.remote.JMXConnector;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** A service in an image of its own, in which nothing knows of Loomgate. */
@Isolated // it counts all containers of this process
class ImageServiceIT {
    private static final String NAME =
            "loomgate-test-shop:" + ProcessHandle.current().pid();
    private static final Duration SOON = Duration.ofSeconds(15);

    private static ContainerEngine engine;
    private static TestCertificate key;

    @TempDir
    Path logs;

    @BeforeAll
    static void makeImage(@TempDir Path folder) throws IOException {
        EngineSearch.Outcome found = TestLaunchers.engine();
        assumeTrue(
                found instanceof EngineSearch.Found,
                () -> "skipped: " + (found instanceof EngineSearch.Missing missing ? missing.why() : ""));
        engine = ((EngineSearch.Found) found).engine();
        Path jar = PlainService.packInto(folder);
        key = TestCertificate.in(folder, "shop.example");
        DockerClient client = engine.client();
        String id = client.createContainerCmd(TestLaunchers.image())
                // No exec: the JVM is a child of the shell.
                .withEntrypoint("sh", "-c", "trap 'kill $!' TERM; java \"$@\" & wait $!", "sh")
                .withCmd("-jar", "/" + PlainService.JAR, "--loud")
                .withEnv("JAVA_TOOL_OPTIONS=-Dof.image=yes")
                .withUser("www-data")
                .exec()
                .getId();
        client.copyArchiveToContainerCmd(id)
                .withHostResource(jar.toString())
                .withRemotePath("/")
                .exec();
        client.copyArchiveToContainerCmd(id)
                .withHostResource(key.store().toString())
                .withRemotePath("/")
                .exec();
        client.commitCmd(id)
                .withRepository(NAME.substring(0, NAME.indexOf(':')))
                .withTag(NAME.substring(NAME.indexOf(':') + 1))
                .exec();
        client.removeContainerCmd(id).withForce(true).exec();
    }

    @AfterAll
    static void removeImage() {
        if (engine != null) {
            engine.client().removeImageCmd(NAME).withForce(true).exec();
        }
    }

    @Test
    void isToldItsPortAndLimitedAndTellsWhatAJvmTells() throws IOException {
        try (RunningServer server = launch(TestLaunchers.image(NAME, new PortSetting.Property("port")))) {
            assertThat(HttpAnswer.to(server.baseUri().resolve("/settings"), Duration.ofSeconds(5))
                            .body())
                    .isEqualTo("--loud hello");
            HostConfig host = inspected(server).getHostConfig();
            assertThat(host.getMemory()).isEqualTo(256L * 1024 * 1024);
            assertThat(host.getCpusetCpus()).isEqualTo(Placement.ofMachine().serverCpus());
            JmxAddress jmx = server.jmx();
            try (JMXConnector connector = LauncherIT.connect(jmx, jmx.password())) {
                assertThat(connector.getMBeanServerConnection().getMBeanCount()).isPositive();
            }
            assertIsTheJvm(server);
            assertThat(inspected(server).getConfig().getEnv())
                    .anyMatch(line -> line.startsWith("JAVA_TOOL_OPTIONS=-Dof.image=yes -Xms32m"))
                    .anyMatch(line -> line.contains("\"-Dmoods=a b\""));
        }
        assertThat(containersOf(ProcessSession.current())).isEmpty();
    }

    @Test
    void isAskedOverTlsByItsOwnCertificate() throws IOException {
        Variant plain = TestLaunchers.image(NAME, new PortSetting.Property("port"));
        Variant secure = new Variant(
                "shop",
                plain.program(),
                Map.of("keys", "/" + key.store().getFileName()),
                List.of(),
                Map.of(),
                new Protocol(List.of(key.certificate()), false));

        try (RunningServer server = launch(secure)) {
            assertThat(server.baseUri().getScheme()).isEqualTo("https");
            assertThat(HttpAnswer.to(secure.protocol(), server.baseUri().resolve("/settings"), Duration.ofSeconds(5))
                            .body())
                    .isEqualTo("--loud hello");
        }
    }

    @Test
    void isNotAskedWhatOnlyAJvmTellsUnlessItIsSaidToBeOne() throws IOException {
        Program.Image plain = new Program.Image(
                NAME,
                List.of("-jar", "/" + PlainService.JAR),
                false,
                TestLaunchers.image(NAME, new PortSetting.Argument("--port={port}"))
                        .program()
                        .start());

        try (RunningServer server = launch(new Variant("shop", plain, Map.of(), List.of(), Map.of(), Protocol.PLAIN))) {
            assertThat(server.isJvm()).isFalse();
            assertIsTheJvm(server);
            assertThat(server.commandLine())
                    .endsWith(NAME + " -jar /" + PlainService.JAR + " --port="
                            + server.baseUri().getPort());
            assertThat(inspected(server).getConfig().getEnv()).noneMatch(line -> line.contains("jmxremote"));
        }
    }

    @Test
    void twoListenOnTheSameFixedPortEachInANetworkOfItsOwn() throws IOException {
        assumeTrue(engine.hostNetwork(), "skipped: the engine's networks can't be reached from here");
        Variant fixed = TestLaunchers.image(NAME, new PortSetting.Fixed(8080));
        try (RunningServer one = launch(fixed);
                RunningServer other = launch(fixed)) {
            assertThat(one.baseUri().getPort()).isEqualTo(8080);
            assertThat(other.baseUri().getPort()).isEqualTo(8080);
            assertThat(one.baseUri().getHost()).isNotEqualTo(other.baseUri().getHost());
            JmxAddress jmx = other.jmx();
            try (JMXConnector connector = LauncherIT.connect(jmx, jmx.password())) {
                assertThat(connector.getMBeanServerConnection().getMBeanCount()).isPositive();
            }
        }
    }

    @Test
    void saysHowItEndedWhenItEndsAtOnce() {
        Program.Image wrong = new Program.Image(
                NAME,
                List.of("-jar", "/no.jar"),
                false,
                TestLaunchers.image(NAME, new PortSetting.Fixed(8080)).program().start());

        assertThatExceptionOfType(ServerStartException.class)
                .isThrownBy(() -> launch(new Variant("shop", wrong, Map.of(), List.of(), Map.of(), Protocol.PLAIN)))
                .withMessageContaining("exit code 1")
                .withMessageContaining("Unable to access jarfile /no.jar");
    }

    /** Nothing in it notices the end of the harness: a guard outside of both removes it. */
    @Test
    void isRemovedWhenTheHarnessIsKilled() throws IOException {
        Process harness = KillIT.harness("image", Path.of(NAME), logs);
        URI server = KillIT.serverOf(harness);
        assertThat(KillIT.answers(server, "/health")).isTrue();
        String session = ProcessSession.of(harness.toHandle());
        assertThat(containersOf(session)).hasSize(1);

        harness.destroyForcibly();

        await().atMost(SOON).until(() -> !KillIT.answers(server, "/health"));
        await().atMost(SOON).until(() -> containersOf(session).isEmpty());
    }

    private static void assertIsTheJvm(RunningServer server) throws IOException {
        if (engine.hostNetwork()) {
            Path process = Path.of("/proc", String.valueOf(server.pid().orElseThrow()));
            assertThat(Files.readString(process.resolve("comm")).strip()).isEqualTo("java");
        }
    }

    private RunningServer launch(Variant image) {
        return TestLaunchers.inContainers(engine, logs, logs).launch(image, TestLaunchers.runtime());
    }

    private static List<Container> containersOf(String session) {
        return engine.client()
                .listContainersCmd()
                .withShowAll(true)
                .withLabelFilter(Map.of(LeashedContainer.SESSION_LABEL, session))
                .exec();
    }

    /** There is one at a time. */
    private static InspectContainerResponse inspected(RunningServer server) {
        assertThat(server.death()).isEmpty();
        String id = containersOf(ProcessSession.current()).getFirst().getId();
        return engine.client().inspectContainerCmd(id).exec();
    }
}
