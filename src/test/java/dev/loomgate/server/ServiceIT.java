package dev.loomgate.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.loomgate.plan.Needs;
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
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Real JVMs with a service that keeps no contract: no lifeline, no {@code /effective}. */
@Tag("untimed")
class ServiceIT {
    @TempDir
    Path copies;

    @TempDir
    Path logs;

    @BeforeEach
    void packService() throws IOException {
        PlainService.packInto(copies.resolve("shop"));
    }

    static Stream<PortSetting> howItIsToldItsPort() {
        return Stream.of(
                new PortSetting.Property("port"),
                new PortSetting.Variable("PORT"),
                new PortSetting.Argument("--port={port}"));
    }

    @ParameterizedTest
    @MethodSource
    void howItIsToldItsPort(PortSetting port) throws IOException {
        try (RunningServer server = launch(TestLaunchers.service(PlainService.JAR, port, "/health", ""))) {
            assertThat(HttpAnswer.to(server.baseUri().resolve("/settings"), Duration.ofSeconds(5))
                            .body())
                    .startsWith("--loud")
                    .endsWith("hello");
            assertThat(server.effective())
                    .containsKeys("launcher.java", "launcher.cpus")
                    .containsEntry(
                            "processors", String.valueOf(Placement.ofMachine().serverCpuCount()));
            assertThat(server.askEffective()).containsOnlyKeys("processors");
        }
    }

    @Test
    void aJarRunsInItsFolderWhereTheFileNamesOne() throws IOException {
        Variant usual = TestLaunchers.service(PlainService.JAR, new PortSetting.Property("port"), "/health", "");
        Program.Jar jar = (Program.Jar) usual.program();
        Program.Jar elsewhere = new Program.Jar(
                jar.folder(),
                Optional.of(copies),
                jar.file(),
                jar.build(),
                jar.revision(),
                jar.arguments(),
                jar.start());

        try (RunningServer server = launch(usual)) {
            assertThat(folderOf(server))
                    .isEqualTo(server.log().resolveSibling("").toRealPath());
        }
        try (RunningServer server =
                launch(new Variant("shop", elsewhere, usual.settings(), List.of(), Map.of(), Protocol.PLAIN))) {
            assertThat(folderOf(server)).isEqualTo(copies.toRealPath());
        }
    }

    private static Path folderOf(RunningServer server) throws IOException {
        return Path.of("/proc", String.valueOf(server.pid().orElseThrow()), "cwd")
                .toRealPath();
    }

    @Test
    void endsWithWhatItHasStartedWhenTheHarnessIsKilled() throws IOException {
        Process harness = KillIT.harness("service", copies, logs);
        URI server = KillIT.serverOf(harness);
        assertThat(KillIT.answers(server, "/health")).isTrue();
        long child = forked(newestLog());
        assertThat(ProcessHandle.of(child)).isPresent();

        harness.destroyForcibly();

        await().atMost(Duration.ofSeconds(5)).until(() -> !KillIT.answers(server, "/health"));
        await().atMost(Duration.ofSeconds(5))
                .until(() -> ProcessHandle.of(child).isEmpty());
    }

    private Path newestLog() throws IOException {
        try (Stream<Path> all = Files.walk(logs)) {
            return all.filter(Files::isRegularFile).findFirst().orElseThrow();
        }
    }

    private static long forked(Path log) throws IOException {
        Matcher forked = Pattern.compile("forked (\\d+)").matcher(Files.readString(log));
        assertThat(forked.find()).isTrue();
        return Long.parseLong(forked.group(1));
    }

    /** A script that becomes the service; that it is a JVM here, is not known to anybody. */
    @Test
    void aCommandRunsInItsFolderAndIsNotAskedWhatOnlyAJvmTells() throws IOException {
        script("exec $JAVA $SERVICE --loud");
        try (RunningServer server = launch(script(copies))) {
            assertThat(HttpAnswer.to(server.baseUri().resolve("/settings"), Duration.ofSeconds(5))
                            .body())
                    .isEqualTo("--loud hello");
            assertThat(server.isJvm()).isFalse();
            assertThat(server.commandLine()).isEqualTo("sh run.sh");
        }
    }

    /** A script without exec. */
    @Test
    void aCommandIsAllThatItHasStarted() throws IOException {
        script("$JAVA -Dmoods=forks $SERVICE; exit $?");
        Set<Long> all;
        try (RunningServer server = launch(script(copies))) {
            all = server.processes();
            assertThat(all).startsWith(server.pid().orElseThrow()).contains(forked(server.log()));
            // The shell, the service, and what that has started.
            assertThat(all).hasSize(3);
            for (long pid : all) {
                assertThat(Cpus.allowed(Path.of("/proc/" + pid + "/status")))
                        .isEqualTo(Cpus.parse(Placement.ofMachine().serverCpus()));
            }
        }
        await().atMost(Duration.ofSeconds(5))
                .until(() -> all.stream().allMatch(pid -> ProcessHandle.of(pid).isEmpty()));
    }

    @Test
    void saysThatACommandWentToTheBackgroundAndEndsWhatItLeft() throws IOException {
        script("$JAVA $SERVICE & echo forked $!");

        assertThatExceptionOfType(ServerStartException.class)
                .isThrownBy(() -> launch(script(copies)))
                .withMessageContaining("exit code 0, and it has left a process behind; a service has to stay in the"
                        + " foreground: start it with its switch for that, or end the script in exec");
        long left = forked(newestLog());
        await().atMost(Duration.ofSeconds(5)).until(() -> ProcessHandle.of(left).isEmpty());
    }

    private void script(String line) throws IOException {
        Files.writeString(
                copies.resolve("run.sh"),
                line.replace("$JAVA", "\"$JAVA_HOME/bin/java\"")
                                .replace(
                                        "$SERVICE", "-cp shop/" + PlainService.JAR + " " + PlainService.class.getName())
                        + "\n");
    }

    private static Variant script(Path folder) {
        Program.Command command = new Program.Command(
                folder,
                List.of("sh", "run.sh"),
                new Program.Start(
                        new PortSetting.Variable("PORT"),
                        "/health",
                        Duration.ofSeconds(20),
                        Map.of("GREETING", "hello"),
                        Needs.NOTHING));
        return new Variant("script", command, Map.of(), List.of(), Map.of(), Protocol.PLAIN);
    }

    @Test
    void saysThatThereIsNoSuchProgram() {
        Program.Command command = new Program.Command(
                copies,
                List.of("no-such-program"),
                new Program.Start(
                        new PortSetting.Argument("--port={port}"),
                        "/health",
                        Duration.ofSeconds(3),
                        Map.of(),
                        Needs.NOTHING));

        assertThatExceptionOfType(ServerStartException.class)
                .isThrownBy(() -> launch(new Variant("script", command, Map.of(), List.of(), Map.of(), Protocol.PLAIN)))
                .withMessageContaining("no-such-program");
    }

    /** Its own id, and not that of what watches it. */
    @Test
    void isSampledAsTheProcessThatItIs() throws IOException {
        try (RunningServer server = launch(TestLaunchers.service(PlainService.JAR, ""))) {
            long pid = server.pid().orElseThrow();
            assertThat(Files.readString(Path.of("/proc/" + pid + "/comm")).strip())
                    .isEqualTo("java");
        }
    }

    @Test
    void oneThatIgnoresItsEndIsKilledWithWhatItHasStarted() throws IOException {
        RunningServer server = launch(TestLaunchers.service(PlainService.JAR, "forks,stays"));
        long pid = server.pid().orElseThrow();
        long child = forked(server.log());
        assertThat(ProcessHandle.of(child)).isPresent();

        server.close();

        assertThat(ProcessHandle.of(pid)).isEmpty();
        await().atMost(Duration.ofSeconds(5))
                .until(() -> ProcessHandle.of(child).isEmpty());
        assertThat(server.death()).isEmpty();
    }

    @Test
    void saysWhatAPathAnswersThatIsNotReady() {
        Variant wrong = TestLaunchers.service(
                PlainService.JAR, new PortSetting.Property("port"), "/helth", "", Duration.ofSeconds(3));

        assertThatExceptionOfType(ServerStartException.class)
                .isThrownBy(() -> launch(wrong))
                .withMessageContaining("/helth within 3 s, it answered status 404");
    }

    @Test
    void saysThatNobodyListensOnThePort() {
        Variant wrong = TestLaunchers.service(
                PlainService.JAR, new PortSetting.Property("prot"), "/health", "", Duration.ofSeconds(3));

        assertThatExceptionOfType(ServerStartException.class)
                .isThrownBy(() -> launch(wrong))
                .withMessageContaining("nothing listened there")
                .withMessageMatching("(?s).*; it has used \\d+ ms of CPU time\n.*");
    }

    private RunningServer launch(Variant service) {
        return TestLaunchers.forked(copies, logs).launch(service, TestLaunchers.runtime());
    }
}
