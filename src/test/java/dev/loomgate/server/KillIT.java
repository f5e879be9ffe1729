package dev.loomgate.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

    private Process harness(String launcher) throws IOException {
        String java = ProcessHandle.current().info().command().orElseThrow();
        return new ProcessBuilder(
                        java,
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilledHarness.class.getName(),
                        launcher,
                        servers.toString(),
                        logs.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static URI serverOf(Process harness) throws IOException {
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
        try {
            return HttpGet.of(server.resolve("/empty"), Duration.ofSeconds(2)).good();
        } catch (IOException e) {
            return false;
        }
    }
}
