package dev.loomgate.backing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.loomgate.plan.BackendDependency;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.LauncherChoice;
import dev.loomgate.plan.NeededService;
import dev.loomgate.plan.NeededService.Readiness;
import dev.loomgate.plan.Needs;
import dev.loomgate.plan.Plan;
import dev.loomgate.plan.Program;
import dev.loomgate.plan.Protocol;
import dev.loomgate.plan.Variant;
import dev.loomgate.server.HttpAnswer;
import dev.loomgate.server.Placement;
import dev.loomgate.server.PlainService;
import dev.loomgate.server.ServerEnvironment;
import dev.loomgate.server.ServerLauncher;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** What a service needs besides, running already or in a container; the latter is skipped where there is no engine. */
@Isolated // it counts all containers of this process
class NeededServicesIT {
    private static final String IMAGE = "loomgate.image." + Runtime.version().feature();

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    Path folder;

    private final List<String> said = new ArrayList<>();

    @Test
    void oneThatRunsAlreadyIsWhereTheFileSays() throws IOException {
        try (ServerSocket cache = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Cell cell = needing(new NeededService.Address("cache", "localhost", cache.getLocalPort()));
            try (BackingServices backing = start(cell)) {
                assertThat(backing.around(cell).places())
                        .containsEntry("cache.host", "localhost")
                        .containsEntry("cache.port", String.valueOf(cache.getLocalPort()));
                assertThat(backing.pids()).isEmpty();
                assertThat(backing.facts().get("needed service cache")).startsWith("runs already, at localhost:");
            }
        }
    }

    @Test
    void saysThatNobodyListensWhereOneIsSaidToRun() throws IOException {
        int port;
        try (ServerSocket closed = new ServerSocket(0)) {
            port = closed.getLocalPort();
        }
        Cell cell = needing(new NeededService.Address("cache", "127.0.0.1", port));

        assertThatExceptionOfType(BackingStartException.class)
                .isThrownBy(() -> start(cell))
                .withMessageContaining("Nothing listens on 127.0.0.1:" + port + ", where cache is said to run");
    }

    @Test
    void oneInAContainerServesTheWholeRunAndIsWatched() throws IOException {
        Cell cell = needing(container(new Readiness.Answer("/health"), false));
        URI address;
        try (BackingServices backing = start(cell)) {
            ServerEnvironment told = backing.around(cell);
            address = address(told);
            assertThat(HttpAnswer.to(address.resolve("/settings"), Duration.ofSeconds(5))
                            .body())
                    .isEqualTo("--loud hello");
            told.close();
            assertThat(address(backing.around(cell))).isEqualTo(address);
            assertThat(said).singleElement().asString().contains("behind the servers: shop, in a container of image");
            assertThat(backing.pids()).hasSize(1);
            assertThat(backing.troubles()).isEmpty();

            ProcessHandle.of(backing.pids().iterator().next()).orElseThrow().destroyForcibly();

            await().atMost(Duration.ofSeconds(10))
                    .untilAsserted(() -> assertThat(backing.troubles())
                            .singleElement()
                            .asString()
                            .contains("shop, which a service needs, has ended", "SIGKILL"));
        }
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> HttpAnswer.to(address.resolve("/health"), Duration.ofSeconds(5)));
    }

    /** Two at a time, as two arms are. */
    @Test
    void eachStartOfAServiceHasANewOneWhereTheFileSaysSo() throws IOException {
        Cell cell = needing(container(new Readiness.Line("service is up$"), true));
        try (BackingServices backing = start(cell)) {
            assertThat(backing.pids()).isEmpty();
            ServerEnvironment first = backing.around(cell);
            ServerEnvironment second = backing.around(cell);
            assertThat(backing.pids()).hasSize(2);
            assertThat(address(first)).isNotEqualTo(address(second));

            first.close();

            assertThat(backing.pids()).hasSize(1);
            assertThat(backing.troubles()).isEmpty();
            assertThat(HttpAnswer.to(address(second).resolve("/health"), Duration.ofSeconds(5))
                            .good())
                    .isTrue();
        }
        assertThat(TestContainers.namesOf(ProcessHandle.current().pid())).isEmpty();
    }

    /** The second is told in its greeting where the first is, as containers reach it. */
    @Test
    void oneStandsBehindAnother() throws IOException {
        NeededService.Container shop = container(new Readiness.Answer("/health"), false);
        NeededService.Container front = new NeededService.Container(
                "front",
                shop.image(),
                shop.port(),
                shop.command(),
                Map.of("PORT", "8080", "HOST", "0.0.0.0", "GREETING", "http://${shop.host}:${shop.port}"),
                shop.files(),
                shop.ready(),
                shop.within(),
                true);
        Cell cell = needing(shop, front);
        try (BackingServices backing = start(cell)) {
            ServerEnvironment told = backing.around(cell);
            URI of = URI.create("http://" + told.places().get("front.host") + ":"
                    + told.places().get("front.port"));
            String greeting = HttpAnswer.to(of.resolve("/settings"), Duration.ofSeconds(5))
                    .body()
                    .replace("--loud ", "");

            assertThat(greeting).endsWith(":8080");
            assertThat(HttpAnswer.to(URI.create(greeting).resolve("/health"), Duration.ofSeconds(5))
                            .good())
                    .isTrue();
            assertThat(backing.pids()).hasSize(2);

            told.close();

            assertThat(backing.pids()).hasSize(1);
        }
    }

    @Test
    void saysWhatOnePrintedThatIsNotReadyInTime() {
        Cell cell = needing(container(new Readiness.Answer("/helth"), false));

        assertThatExceptionOfType(BackingStartException.class)
                .isThrownBy(() -> start(cell))
                .withMessageContaining("shop of 'needs' did not answer within 3 s")
                .withMessageContaining("asked: GET /helth on port 8080")
                .withMessageContaining("plain service is up");
        assertThat(TestContainers.namesOf(ProcessHandle.current().pid())).isEmpty();
    }

    @Test
    void saysHowOneEndedThatEndsAtOnce() {
        NeededService.Container sound = container(new Readiness.Port(), false);
        Cell cell = needing(new NeededService.Container(
                sound.name(),
                sound.image(),
                sound.port(),
                List.of("sh", "-c", "echo no place to live; exit 3"),
                Map.of(),
                Map.of(),
                sound.ready(),
                sound.within(),
                false));

        assertThatExceptionOfType(BackingStartException.class)
                .isThrownBy(() -> start(cell))
                .withMessageContaining("shop")
                .withMessageContaining("exit code 3")
                .withMessageContaining("no place to live");
    }

    private NeededService.Container container(Readiness ready, boolean perUnit) {
        String image = Optional.ofNullable(System.getProperty(IMAGE))
                .orElseGet(() -> abort("skipped: no image is named with -D" + IMAGE));
        TestContainers.require(folder);
        Path jar;
        try {
            jar = PlainService.packInto(folder);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return new NeededService.Container(
                "shop",
                image,
                8080,
                List.of("java", "-jar", "/opt/shop.jar", "--loud"),
                Map.of("PORT", "8080", "HOST", "0.0.0.0", "GREETING", "hello"),
                Map.of("/opt/shop.jar", jar),
                ready,
                Duration.ofSeconds(ready.equals(new Readiness.Answer("/helth")) ? 3 : 20),
                perUnit);
    }

    private BackingServices start(Cell cell) {
        Plan plan = SmallPlans.plan(LauncherChoice.PROCESS, folder, List.of(cell));
        ServerLauncher launcher = SmallPlans.launcher(plan);
        return BackingServices.start(plan, launcher, Placement.ofMachine(), SmallPlans.java(), said::add);
    }

    private Cell needing(NeededService... needs) {
        Cell plain = SmallPlans.cell(new BackendDependency.Nothing());
        Program service = new Program.Command(
                folder,
                List.of("shop"),
                new Program.Start(
                        new Program.PortSetting.Variable("PORT"),
                        "/",
                        Duration.ofSeconds(1),
                        Map.of(),
                        new Needs(List.of(needs))));
        return new Cell(
                new Variant("shop", service, Map.of(), List.of(), Map.of(), Protocol.PLAIN),
                plain.runtime(),
                plain.workload(),
                plain.load());
    }

    private static URI address(ServerEnvironment told) {
        return URI.create(
                "http://" + told.places().get("shop.host") + ":" + told.places().get("shop.port"));
    }
}
