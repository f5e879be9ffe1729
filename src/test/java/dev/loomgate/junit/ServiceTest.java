package dev.loomgate.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.plan.Cell;
import dev.loomgate.plan.DatabaseNeed;
import dev.loomgate.plan.DuelPlan;
import dev.loomgate.plan.GatlingSimulation;
import dev.loomgate.plan.LoadProfile;
import dev.loomgate.plan.NeededService;
import dev.loomgate.plan.PlanReader;
import dev.loomgate.plan.Program;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is told in Java is a thresholds file that its reader understands. */
class ServiceTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    Path folder;

    @Test
    void anImageWithAllThatMayStandBehindIt() {
        Service shop = Service.image("acme/shop:1.4")
                .jvm()
                .portProperty("server.port")
                .ready("/up")
                .within(Duration.ofSeconds(20))
                .args("serve", "--quiet")
                .needsDatabase()
                .needs("rates", Need.address("db.example:9090"))
                .needs(
                        "cache",
                        Need.image("valkey/valkey:8", 6379)
                                .command("valkey-server")
                                .env("RATES", "${rates.host}")
                                .readyLog("Ready to accept")
                                .within(Duration.ofSeconds(5))
                                .oncePerUnit())
                .env("CACHE", "${cache.host}:${cache.port}");

        Program.Image image = (Program.Image) cell(shop).variant().program();

        assertThat(image.name()).isEqualTo("acme/shop:1.4");
        assertThat(image.jvm()).isTrue();
        assertThat(image.words()).containsExactly("serve", "--quiet");
        assertThat(image.within()).isEqualTo(Duration.ofSeconds(20));
        assertThat(image.port()).isEqualTo(new Program.PortSetting.Property("server.port"));
        assertThat(image.environment()).isEqualTo(Map.of("CACHE", "${cache.host}:${cache.port}"));
        assertThat(image.needs().all())
                .containsExactly(
                        new DatabaseNeed(List.of()),
                        new NeededService.Address("rates", "db.example", 9090),
                        new NeededService.Container(
                                "cache",
                                "valkey/valkey:8",
                                6379,
                                List.of("valkey-server"),
                                Map.of("RATES", "${rates.host}"),
                                Map.of(),
                                new NeededService.Readiness.Line("Ready to accept"),
                                Duration.ofSeconds(5),
                                true));
    }

    @Test
    void aCommandRunsWhereTheTestRuns() {
        Program.Command command = (Program.Command)
                cell(Service.command("node", "server.js").portFixed(8080).ready("/health"))
                        .variant()
                        .program();

        assertThat(command.words()).containsExactly("node", "server.js");
        assertThat(command.port()).isEqualTo(new Program.PortSetting.Fixed(8080));
        assertThat(command.folder()).isEqualTo(Path.of("").toAbsolutePath());
    }

    /** The class of the test stands for one: it is looked for when it is run. */
    @Test
    void aSimulationStandsBesideTheTest() {
        Service shop = Service.jar("shop.jar").portVariable("PORT").ready("/up");

        Cell cell = cell(shop, Traffic.simulation(ServiceTest.class).atMost(Duration.ofSeconds(9)));

        assertThat(cell.load()).isInstanceOf(LoadProfile.Simulated.class);
        GatlingSimulation simulation = (GatlingSimulation) cell.workload().clients();
        assertThat(simulation.className()).isEqualTo(ServiceTest.class.getName());
        assertThat(simulation.atMost()).isEqualTo(Duration.ofSeconds(9));
        assertThat(simulation.classPath())
                .singleElement()
                .satisfies(place -> assertThat(place.resolve("dev/loomgate/junit/ServiceTest.class"))
                        .isRegularFile());
    }

    /** A window holds a whole number of requests, or the file would be refused for a line that nobody wrote. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 5, 33, 50, 1000})
    void aComparisonAtAnyRateCanBeRead(int rate) throws IOException {
        Service shop = Service.jar("shop.jar").portVariable("PORT").ready("/up");
        Traffic traffic = Traffic.of(Ask.get("/items")).at(rate);
        Path file = Files.writeString(
                folder.resolve("loomgate-orders-duel.yml"),
                Measurements.duelFile("orders", shop, shop.args("--loud"), traffic));

        DuelPlan plan = PlanReader.readDuel(
                Map.of(
                        "loomgate.thresholds",
                        file.toString(),
                        "loomgate.scale",
                        "quick",
                        "loomgate.baseline",
                        "baseline",
                        "loomgate.candidate",
                        "candidate"),
                Set.of(Runtime.version().feature()),
                1);

        assertThat(plan.cells().getFirst().load().displayName()).isEqualTo(rate + " req/s");
    }

    private Cell cell(Service service) {
        return cell(service, Traffic.of(Ask.get("/items")).at(50));
    }

    private Cell cell(Service service, Traffic traffic) {
        try {
            Path file = Files.writeString(
                    folder.resolve("loomgate-orders.yml"), Measurements.file("orders", service, traffic));
            return PlanReader.read(
                            Map.of("loomgate.thresholds", file.toString(), "loomgate.scale", "quick"),
                            Set.of(Runtime.version().feature()))
                    .cells()
                    .getFirst();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
