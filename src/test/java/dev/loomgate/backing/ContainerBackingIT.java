package dev.loomgate.backing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.loomgate.plan.LauncherChoice;
import dev.loomgate.server.Placement;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Database and delay proxy of a run in containers; skipped where there is no engine with both images. */
@Tag("untimed")
class ContainerBackingIT {
    @TempDir
    Path folder;

    @BeforeEach
    void findImages() {
        TestContainers.database(folder);
        TestContainers.proxy(folder);
    }

    @Test
    void putsBothBehindServersInContainersAndSaysSo() {
        List<String> said = new ArrayList<>();
        try (BackingServices backing = BackingServices.start(
                SmallPlans.plan(folder, SmallPlans.delayed(100)),
                SmallPlans.launcher(LauncherChoice.CONTAINER, folder),
                Placement.ofMachine(),
                SmallPlans.java(),
                said::add)) {
            assertThat(backing.pids()).as("processes of database and proxy").hasSize(2);
            assertThat(backing.facts().get("database")).contains("in a container of image", "because the engine has");
            assertThat(backing.facts().get("delay proxy")).contains("Toxiproxy, in a container of image");
            assertThat(backing.images())
                    .containsOnlyKeys("image of the database", "image of the delay proxy")
                    .allSatisfy((name, image) -> assertThat(image).contains(" sha256:"));
            assertThat(said).hasSize(2).allMatch(line -> line.contains("(the engine has image "));
            // Toxiproxy holds back for at least what it is asked for; the rest is the machine's.
            assertThat(backing.prepare(SmallPlans.cell(SmallPlans.delayed(100)), () -> {}))
                    .hasValueSatisfying(trips -> {
                        assertThat(trips.proxied()).isGreaterThanOrEqualTo(Duration.ofMillis(100));
                        assertThat(trips.direct()).isLessThan(trips.proxied());
                    });
            assertThat(backing.prepare(SmallPlans.cell(SmallPlans.delayed(0)), () -> {}))
                    .hasValueSatisfying(trips -> assertThat(trips.proxied()).isLessThan(Duration.ofMillis(100)));
            assertThat(backing.troubles()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"killed", "terminated"})
    void leavesNoContainerWhenTheHarnessIs(String end) throws IOException {
        Process harness = new ProcessBuilder(
                        SmallPlans.java().toString(),
                        "-Dloomgate.image.postgres="
                                + TestContainers.database(folder).image(),
                        "-Dloomgate.image.toxiproxy="
                                + TestContainers.proxy(folder).image(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilledBacking.class.getName(),
                        folder.toString(),
                        "CONTAINER")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<ProcessHandle> services = services(harness.inputReader());
        assertThat(services).hasSize(2).allMatch(ProcessHandle::isAlive);

        Consumer<ProcessHandle> ending = end.equals("killed") ? ProcessHandle::destroyForcibly : ProcessHandle::destroy;
        ending.accept(harness.toHandle());

        await().atMost(Duration.ofSeconds(15))
                .untilAsserted(() -> assertThat(services).noneMatch(ProcessHandle::isAlive));
        await().atMost(Duration.ofSeconds(15))
                .untilAsserted(
                        () -> assertThat(TestContainers.namesOf(harness.pid())).isEmpty());
    }

    private static List<ProcessHandle> services(BufferedReader output) throws IOException {
        List<ProcessHandle> services = new ArrayList<>();
        String line = output.readLine();
        while (line != null && !line.equals("READY")) {
            if (line.startsWith("SERVICE ")) {
                services.add(ProcessHandle.of(Long.parseLong(line.substring("SERVICE ".length())))
                        .orElseThrow());
            }
            line = output.readLine();
        }
        assertThat(line).as("what the helper says").isNotNull();
        return services;
    }
}
