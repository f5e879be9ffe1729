package dev.loomgate.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.abort;

import com.github.dockerjava.api.command.CreateContainerResponse;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.Container;
import dev.loomgate.server.ContainerEngine.ContainerSweep;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("untimed")
class KillIT {
    @TempDir
    Path servers;

    @TempDir
    Path logs;

    @BeforeEach
    void packTinyServer() throws IOException {
        TinyServer.packInto(servers);
    }

    @Test
    void endsAForkedServerWhenTheHarnessIsKilled() throws IOException {
        Process harness = harness("process");
        URI server = serverOf(harness);
        assertThat(answers(server)).isTrue();

        harness.destroyForcibly();

        await().atMost(Duration.ofSeconds(5)).until(() -> !answers(server));
    }

    @Test
    void endsAForkedServerWhenTheHarnessIsInterrupted() throws IOException {
        Process harness = harness("process");
        URI server = serverOf(harness);

        harness.toHandle().destroy();

        await().atMost(Duration.ofSeconds(10)).until(() -> !harness.isAlive());
        assertThat(answers(server)).isFalse();
    }

    @Test
    void endsAndRemovesAContainerWhenTheHarnessIsKilled() throws IOException {
        ContainerEngine engine = engine();
        Process harness = harness("container");
        URI server = serverOf(harness);
        assertThat(answers(server)).isTrue();
        String session = ProcessSession.of(harness.toHandle());

        harness.destroyForcibly();

        await().atMost(Duration.ofSeconds(15)).until(() -> !answers(server));
        await().atMost(Duration.ofSeconds(15))
                .until(() -> containersOf(engine, session).isEmpty());
    }

    @Test
    void removesAContainerWhenTheHarnessIsInterrupted() throws IOException {
        ContainerEngine engine = engine();
        Process harness = harness("container");
        serverOf(harness);
        String session = ProcessSession.of(harness.toHandle());

        harness.toHandle().destroy();

        await().atMost(Duration.ofSeconds(20)).until(() -> !harness.isAlive());
        assertThat(containersOf(engine, session)).isEmpty();
    }

    @Test
    void removesContainersOfADeadOwnerAndSaysSo() {
        ContainerEngine engine = engine();
        String orphan = container(engine, ProcessSessionTest.dead());
        String other = container(engine, ProcessSession.current());
        List<String> said = new ArrayList<>();

        ContainerSweep.run(engine.client(), said::add);

        assertThat(said).anyMatch(line -> line.contains(orphan.substring(0, 12)) && line.contains("removed"));
        assertThatExceptionOfType(NotFoundException.class)
                .isThrownBy(() -> engine.client().inspectContainerCmd(orphan).exec());
        assertThat(engine.client().inspectContainerCmd(other).exec().getId()).isEqualTo(other);
        engine.client().removeContainerCmd(other).exec();
    }

    private static ContainerEngine engine() {
        return switch (TestLaunchers.engine()) {
            case EngineSearch.Found found -> found.engine();
            case EngineSearch.Missing missing -> abort(missing.why());
        };
    }

    private static List<Container> containersOf(ContainerEngine engine, String session) {
        return engine.client()
                .listContainersCmd()
                .withShowAll(true)
                .withLabelFilter(Map.of(LeashedContainer.SESSION_LABEL, session))
                .exec();
    }

    private Process harness(String launcher) throws IOException {
        return harness(launcher, servers, logs);
    }

    static Process harness(String launcher, Path servers, Path logs) throws IOException {
        String java = ProcessHandle.current().info().command().orElseThrow();
        return new ProcessBuilder(
                        java,
                        "-Dloomgate.image." + Runtime.version().feature() + "="
                                + System.getProperty(
                                        "loomgate.image." + Runtime.version().feature(), ""),
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilledHarness.class.getName(),
                        launcher,
                        servers.toString(),
                        logs.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    static URI serverOf(Process harness) throws IOException {
        BufferedReader output =
                new BufferedReader(new InputStreamReader(harness.getInputStream(), StandardCharsets.UTF_8));
        String line = output.readLine();
        while (line != null && !line.startsWith("SERVER ")) {
            line = output.readLine();
        }
        assertThat(line).as("what the helper says").isNotNull();
        return URI.create(String.valueOf(line).substring("SERVER ".length()));
    }

    private static boolean answers(URI server) {
        return answers(server, "/empty");
    }

    static boolean answers(URI server, String path) {
        try {
            return HttpAnswer.to(server.resolve(path), Duration.ofSeconds(2)).good();
        } catch (IOException e) {
            return false;
        }
    }

    private static String container(ContainerEngine engine, String session) {
        CreateContainerResponse created = engine.client()
                .createContainerCmd(TestLaunchers.image())
                .withLabels(Map.of(
                        LeashedContainer.SESSION_LABEL, session, LeashedContainer.HOST_LABEL, ProcessSession.place()))
                .withCmd("java", "-version")
                .exec();
        return created.getId();
    }
}
