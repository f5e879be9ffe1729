package dev.loomgate.backing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.loomgate.plan.BackendDependency;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.DatabaseNeed;
import dev.loomgate.plan.LauncherChoice;
import dev.loomgate.plan.Needs;
import dev.loomgate.plan.Program;
import dev.loomgate.plan.Protocol;
import dev.loomgate.plan.Variant;
import dev.loomgate.server.HttpAnswer;
import dev.loomgate.server.Placement;
import dev.loomgate.server.ServerEnvironment;
import dev.loomgate.server.ServerStartException;
import dev.loomgate.server.TinyServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("untimed")
class BackingServicesIT {
    private static final BackendDependency NOTHING = new BackendDependency.Nothing();
    private static final BackendDependency DOWNSTREAM = new BackendDependency.Downstream();

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    Path folder;

    private final List<String> said = new ArrayList<>();

    private BackingServices start(BackendDependency... behind) {
        return BackingServices.start(
                SmallPlans.plan(folder, behind),
                SmallPlans.launcher(LauncherChoice.PROCESS, folder),
                Placement.ofMachine(),
                SmallPlans.java(),
                said::add);
    }

    @Test
    void startsNothingForServersThatAnswerByThemselves() {
        try (BackingServices backing = start(NOTHING)) {
            assertThat(backing.pids()).isEmpty();
            assertThat(backing.around(SmallPlans.cell(NOTHING))).isEqualTo(ServerEnvironment.NONE);
            assertThat(backing.facts()).isEmpty();
            assertThat(said).isEmpty();
        }
    }

    @Test
    void startsTheDownstreamServiceAndTellsServersWhereItIs() throws IOException {
        TinyServer.packInto(folder, "downstream");
        URI address;
        try (BackingServices backing = start(DOWNSTREAM)) {
            ServerEnvironment told = backing.around(SmallPlans.cell(DOWNSTREAM));
            address = URI.create(told.settings().getOrDefault("loomgate.downstream", "none"));

            assertThat(HttpAnswer.to(address.resolve("/empty"), Duration.ofSeconds(5))
                            .body())
                    .isEqualTo("ok");
            assertThat(told.environment()).isEmpty();
            assertThat(backing.pids()).hasSize(1);
            assertThat(backing.troubles()).isEmpty();
            assertThat(said).singleElement().asString().contains("downstream service at " + address);
        }
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> HttpAnswer.to(address.resolve("/empty"), Duration.ofSeconds(5)));
    }

    @Test
    void startsNothingForServersThatAskThemselves() {
        BackendDependency itself = new BackendDependency.Itself();
        try (BackingServices backing = start(itself)) {
            assertThat(backing.pids()).isEmpty();
            assertThat(backing.around(SmallPlans.cell(itself)).settings())
                    .containsEntry("loomgate.downstream", "http://127.0.0.1:" + ServerEnvironment.OWN_PORT);
        }
    }

    @Test
    void saysWhatIsMissingWhenTheDownstreamServiceIsNotBuilt() {
        assertThatExceptionOfType(BackingStartException.class)
                .isThrownBy(() -> start(DOWNSTREAM))
                .withMessageContaining("downstream")
                .withMessageContaining("mvn package");
    }

    @Test
    void tellsWhenAServiceHasEnded() throws IOException {
        TinyServer.packInto(folder, "downstream");
        try (BackingServices backing = start(DOWNSTREAM)) {
            ProcessHandle.of(backing.pids().iterator().next()).orElseThrow().destroyForcibly();

            await().atMost(Duration.ofSeconds(10))
                    .untilAsserted(() -> assertThat(backing.troubles())
                            .singleElement()
                            .asString()
                            .contains("the downstream service has ended", "SIGKILL"));
        }
    }

    /** Two at a time, as two arms are: what the third start finds no server works with any more. */
    @Test
    void eachStartOfAServiceHasADatabaseOfItsOwnFilledAnew() throws Exception {
        Path seed = Files.writeString(
                folder.resolve("seed.sql"), "CREATE TABLE item (id INTEGER); INSERT INTO item VALUES (7), (8);");
        Cell cell = withDatabase(seed);
        try (BackingServices backing = start(SmallPlans.DIRECT)) {
            DatabaseAddress first = address(backing.around(cell));
            try (Connection connection = first.connect();
                    Statement statement = connection.createStatement()) {
                statement.execute("DELETE FROM item");
            }
            DatabaseAddress second = address(backing.around(cell));
            assertThat(first.answers()).isTrue();
            assertThat(items(second)).isEqualTo(2);

            DatabaseAddress third = address(backing.around(cell));

            assertThat(items(third)).isEqualTo(2);
            assertThat(second.answers()).isTrue();
            assertThat(first.answers()).isFalse();
            Files.writeString(seed, "CREATE TABLE;");
            assertThatExceptionOfType(ServerStartException.class)
                    .isThrownBy(() -> backing.around(cell))
                    .withMessageContaining("seed.sql could not be run: ERROR: syntax error");
        }
    }

    private static Cell withDatabase(Path seed) {
        Cell plain = SmallPlans.cell(NOTHING);
        Program service = new Program.Command(
                seed.resolveSibling(""),
                List.of("shop"),
                new Program.Start(
                        new Program.PortSetting.Variable("PORT"),
                        "/",
                        Duration.ofSeconds(1),
                        Map.of(),
                        new Needs(List.of(new DatabaseNeed(List.of(seed))))));
        return new Cell(
                new Variant("shop", service, Map.of(), List.of(), Map.of(), Protocol.PLAIN),
                plain.runtime(),
                plain.workload(),
                plain.load());
    }

    private static DatabaseAddress address(ServerEnvironment told) {
        Map<String, String> places = told.places();
        return new DatabaseAddress(
                places.getOrDefault("database.host", ""),
                Integer.parseInt(places.getOrDefault("database.port", "0")),
                places.getOrDefault("database.name", ""),
                places.getOrDefault("database.user", ""),
                places.getOrDefault("database.password", ""));
    }

    private static int items(DatabaseAddress database) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet count = statement.executeQuery("SELECT count(*) FROM item")) {
            count.next();
            return count.getInt(1);
        }
    }

    @Test
    void givesProxiedCellsAnotherWayToTheSameDatabaseAndMeasuresIt() {
        try (BackingServices backing = start(SmallPlans.DIRECT, SmallPlans.delayed(0), SmallPlans.delayed(100))) {
            ServerEnvironment direct = backing.around(SmallPlans.cell(SmallPlans.DIRECT));
            ServerEnvironment proxied = backing.around(SmallPlans.cell(SmallPlans.delayed(100)));
            assertThat(direct.environment())
                    .containsOnlyKeys("LOOMGATE_DATABASE_PASSWORD")
                    .isEqualTo(proxied.environment());
            assertThat(direct.settings())
                    .containsEntry("loomgate.database.host", "127.0.0.1")
                    .containsEntry("loomgate.database.name", "loomgate")
                    .containsEntry("loomgate.database.connections", "128");
            assertThat(proxied.settings().get("loomgate.database.port"))
                    .isNotEqualTo(direct.settings().get("loomgate.database.port"));

            AtomicInteger asked = new AtomicInteger();
            assertThat(backing.prepare(SmallPlans.cell(SmallPlans.DIRECT), asked::incrementAndGet))
                    .isEmpty();
            assertThat(asked).hasValue(0);
            // What a selector waits is never less than asked for; the rest is the machine's.
            assertThat(backing.prepare(SmallPlans.cell(SmallPlans.delayed(100)), asked::incrementAndGet))
                    .hasValueSatisfying(trips -> {
                        assertThat(trips.planned()).hasMillis(100);
                        assertThat(trips.proxied()).isGreaterThanOrEqualTo(Duration.ofMillis(100));
                        assertThat(trips.direct()).isLessThan(trips.proxied());
                    });
            assertThat(backing.prepare(SmallPlans.cell(SmallPlans.delayed(0)), asked::incrementAndGet))
                    .hasValueSatisfying(trips -> assertThat(trips.proxied()).isLessThan(Duration.ofMillis(100)));
            assertThat(asked).hasValue(2);
            assertThat(backing.facts())
                    .containsKeys("database", "delay proxy")
                    .allSatisfy((name, fact) -> assertThat(fact).contains("because the servers run as processes, too"));
            assertThat(backing.images()).isEmpty();
        }
    }
}
