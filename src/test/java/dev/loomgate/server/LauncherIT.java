package dev.loomgate.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.loomgate.plan.Program;
import dev.loomgate.plan.Protocol;
import dev.loomgate.plan.Variant;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("untimed")
class LauncherIT {
    @TempDir
    Path servers;

    @TempDir
    Path logs;

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
                    .containsEntry("java", String.valueOf(Runtime.version().feature()))
                    .containsEntry(
                            "processors", String.valueOf(Placement.ofMachine().serverCpuCount()))
                    .containsKey("launcher.cpus");
            assertThat(server.death()).isEmpty();
        }
    }

    @Test
    void pinsEveryThreadToTheCpusOfTheServer() throws IOException {
        Placement placement = Placement.ofMachine();
        assumeTrue(placement.pins(), placement.how());
        try (RunningServer server = launch("");
                Stream<Path> threads =
                        Files.list(Path.of("/proc/" + server.pid().orElseThrow() + "/task"))) {
            assertThat(threads.map(thread -> Cpus.allowed(thread.resolve("status"))))
                    .isNotEmpty()
                    .allMatch(cpus -> cpus.equals(Cpus.parse(placement.serverCpus())));
        }
    }

    @Test
    void opensJmxOnlyToThePasswordOfThisServer() throws IOException {
        try (RunningServer server = launch("")) {
            JmxAddress jmx = server.jmx();
            try (JMXConnector connector = connect(jmx, jmx.password())) {
                assertThat(connector.getMBeanServerConnection().getMBeanCount()).isPositive();
            }
            assertThatExceptionOfType(SecurityException.class).isThrownBy(() -> connect(jmx, "wrong"));
        }
    }

    @Test
    void keepsThePasswordOutOfCommandLineAndLogAndRemovesItsFile() throws IOException {
        RunningServer server = launch("");
        String password = server.jmx().password();
        Path secrets = Path.of(server.commandLine().replaceAll(".*password\\.file=(\\S+)/jmx\\.password.*", "$1"));

        assertThat(server.commandLine()).doesNotContain(password);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(secrets.resolve("jmx.password"))))
                .isEqualTo("rw-------");

        server.close();
        assertThat(secrets).doesNotExist();
        assertThat(Files.readString(server.log()))
                .contains("tiny server listens")
                .doesNotContain(password);
    }

    @Test
    void isGoneOnceItIsClosedAndThatIsNoDeath() {
        RunningServer server = launch("");
        long pid = server.pid().orElseThrow();

        server.close();
        server.close();

        assertThat(ProcessHandle.of(pid)).isEmpty();
        assertThat(server.death()).isEmpty();
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> HttpAnswer.to(server.baseUri().resolve("/empty"), Duration.ofSeconds(5)))
                .withMessageContaining("nothing listens")
                .withCauseInstanceOf(ConnectException.class);
    }

    @Test
    void tellsHowAServerDiedInTheMiddle() {
        RunningServer server = launch("");
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> HttpAnswer.to(server.baseUri().resolve("/die"), Duration.ofSeconds(5)));
        await().atMost(Duration.ofSeconds(5)).until(() -> server.death().isPresent());

        RunningServer.Death death = server.death().orElseThrow();
        server.close();

        assertThat(death.reason().words()).isEqualTo("exit code 7");
        assertThat(death.lastLogLines()).contains("tiny server listens");
        assertThat(death.commandLine()).contains("run.jar");
        assertThat(server.death()).contains(death);
    }

    @Test
    void namesEverythingWhenAServerDiesAtStart() {
        assertThatExceptionOfType(ServerStartException.class)
                .isThrownBy(() -> launch("die"))
                .matches(ServerStartException::ofServer, "is a result of the server")
                .withMessageStartingWith("the server ended while it was starting: exit code 42\nJava: ")
                .withMessageContaining(String.valueOf(Runtime.version().feature()))
                .withMessageContaining("-Dtiny=die")
                .withMessageContaining("this server does not want to live");
    }

    @Test
    void triesOtherPortsBeforeItGivesUp() throws IOException {
        assertThatExceptionOfType(ServerStartException.class)
                .isThrownBy(() -> launch("taken"))
                .matches(failure -> failure.origin() == ServerStartException.Origin.PORT, "blames the port")
                .withMessageContaining("was already in use");

        try (Stream<Path> all = Files.list(logs)) {
            List<String> said = new ArrayList<>();
            for (Path log : all.toList()) {
                said.add(Files.readString(log).strip());
            }
            assertThat(said).hasSizeGreaterThan(1).doesNotHaveDuplicates();
        }
    }

    @Test
    void leavesNothingBehindWhenAServerNeverAnswers() {
        ForkedJvmLauncher launcher = TestLaunchers.forked(servers, logs);
        Variant silent = new Variant(
                "tiny",
                new Program.Shipped("tiny", Duration.ofSeconds(2)),
                Map.of("tiny", "silent"),
                List.of(),
                Map.of(),
                Protocol.PLAIN);

        assertThatExceptionOfType(ServerStartException.class)
                .isThrownBy(() -> launcher.launch(silent, TestLaunchers.runtime()))
                .matches(ServerStartException::ofServer, "is a result of the server")
                .withMessageContaining("did not answer")
                .withMessageContaining("within 2 s");
        assertThat(childrenOfThisTest()).isEmpty();
    }

    private List<String> childrenOfThisTest() {
        return ProcessHandle.current()
                .children()
                .map(child -> child.info().commandLine().orElse(""))
                .filter(line -> line.contains(servers.toString()))
                .toList();
    }

    @Test
    void saysHowToBuildAServerThatIsNotThere() {
        Variant absent =
                new Variant("absent", new Program.Shipped("absent"), Map.of(), List.of(), Map.of(), Protocol.PLAIN);

        assertThatExceptionOfType(ServerStartException.class)
                .isThrownBy(() -> TestLaunchers.forked(servers, logs).launch(absent, TestLaunchers.runtime()))
                .matches(failure -> failure.origin() == ServerStartException.Origin.ENVIRONMENT, "is no result")
                .withMessageContaining("is not built")
                .withMessageContaining("mvn package");
    }

    @Test
    void aServerThatCannotBePinnedIsNoResultAndIsStopped() {
        Placement elsewhere = new Placement("4095", "0", 1, 1, "a CPU that is not there");

        assertThatExceptionOfType(ServerStartException.class)
                .isThrownBy(() -> TestLaunchers.forked(servers, logs, elsewhere)
                        .launch(TestLaunchers.tiny(""), TestLaunchers.runtime()))
                .matches(failure -> failure.origin() == ServerStartException.Origin.ENVIRONMENT, "is no result")
                .withMessageContaining("could not be moved to CPU 4095");
        assertThat(childrenOfThisTest()).isEmpty();
    }

    @Test
    void aJavaThatCannotBeStartedIsNoResult() throws IOException {
        assertThatExceptionOfType(ServerStartException.class)
                .isThrownBy(() -> new ForkedJvmLauncher(
                                servers,
                                logs,
                                Placement.ofMachine(),
                                new JdkFinder(Map.of(), List.of()),
                                Optional.empty())
                        .launch(TestLaunchers.tiny(""), TestLaunchers.runtime()))
                .matches(failure -> failure.origin() == ServerStartException.Origin.ENVIRONMENT, "is no result");
    }

    private RunningServer launch(String mood) {
        return TestLaunchers.forked(servers, logs).launch(TestLaunchers.tiny(mood), TestLaunchers.runtime());
    }

    // Loopback, a port of our own child, and a password that only this test has.
    @SuppressWarnings("BanJNDI")
    static JMXConnector connect(JmxAddress jmx, String password) throws IOException {
        JMXServiceURL url =
                new JMXServiceURL("service:jmx:rmi:///jndi/rmi://" + jmx.host() + ":" + jmx.port() + "/jmxrmi");
        String[] credentials = {jmx.user(), password};
        return JMXConnectorFactory.connect(url, Map.of(JMXConnector.CREDENTIALS, credentials));
    }
}
