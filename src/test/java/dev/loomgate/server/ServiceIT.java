package dev.loomgate.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.loomgate.plan.Program.PortSetting;
import dev.loomgate.plan.Variant;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Real JVMs with a service that keeps no contract: no lifeline, no {@code /effective}. */
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
    void endsWhenTheHarnessIsKilled() throws IOException {
        Process harness = KillIT.harness("service", copies, logs);
        URI server = KillIT.serverOf(harness);
        assertThat(KillIT.answers(server, "/health")).isTrue();

        harness.destroyForcibly();

        await().atMost(Duration.ofSeconds(5)).until(() -> !KillIT.answers(server, "/health"));
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
        Matcher forked = Pattern.compile("forked (\\d+)").matcher(Files.readString(server.log()));
        assertThat(forked.find()).isTrue();
        long child = Long.parseLong(forked.group(1));
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
                .withMessageContaining("nobody listened there");
    }

    private RunningServer launch(Variant service) {
        return TestLaunchers.forked(copies, logs, StartupAttempt.TIME_LIMIT).launch(service, TestLaunchers.runtime());
    }
}
