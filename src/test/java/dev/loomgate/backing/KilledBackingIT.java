package dev.loomgate.backing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.loomgate.server.TinyServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KilledBackingIT {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    Path servers;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    Path temporary;

    @BeforeEach
    void packDownstream() throws IOException {
        TinyServer.packInto(servers, "downstream");
    }

    @ParameterizedTest
    @ValueSource(strings = {"killed", "terminated"})
    void leavesNoProcessAndNoFileWhenTheHarnessIs(String end) throws IOException {
        Process harness = harness();
        List<ProcessHandle> services = services(harness);
        assertThat(services).hasSize(2).allMatch(ProcessHandle::isAlive);
        List<ProcessHandle> all = Stream.concat(
                        services.stream(), services.stream().flatMap(ProcessHandle::descendants))
                .toList();
        assertThat(all).as("the database forks processes").hasSizeGreaterThan(4);
        assertThat(filesOfTheDatabase()).isNotEmpty();

        Consumer<ProcessHandle> ending = end.equals("killed") ? ProcessHandle::destroyForcibly : ProcessHandle::destroy;
        ending.accept(harness.toHandle());

        await().atMost(Duration.ofSeconds(15))
                .untilAsserted(() -> assertThat(all).noneMatch(ProcessHandle::isAlive));
        await().atMost(Duration.ofSeconds(15))
                .untilAsserted(() -> assertThat(filesOfTheDatabase()).isEmpty());
    }

    private List<Path> filesOfTheDatabase() {
        try (Stream<Path> files = Files.list(temporary)) {
            return files.filter(file -> file.getFileName().toString().startsWith("loomgate-postgres"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Process harness() throws IOException {
        return new ProcessBuilder(
                        SmallPlans.java().toString(),
                        "-Djava.io.tmpdir=" + temporary,
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilledBacking.class.getName(),
                        servers.toString(),
                        "PROCESS")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static List<ProcessHandle> services(Process harness) throws IOException {
        BufferedReader output =
                new BufferedReader(new InputStreamReader(harness.getInputStream(), StandardCharsets.UTF_8));
        List<ProcessHandle> services = new ArrayList<>();
        String line = output.readLine();
        while (line != null && !line.equals("READY")) {
            services.add(ProcessHandle.of(Long.parseLong(line.substring("SERVICE ".length())))
                    .orElseThrow());
            line = output.readLine();
        }
        assertThat(line).as("what the helper says").isNotNull();
        return services;
    }
}
