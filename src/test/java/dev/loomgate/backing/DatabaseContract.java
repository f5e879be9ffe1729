package dev.loomgate.backing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loomgate.server.Placement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** What holds of a real PostgreSQL behind the servers, wherever it runs. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class DatabaseContract {
    private final Placement placement = Placement.ofMachine();

    @SuppressWarnings("NullAway.Init") // set before the first test
    private Path logs;

    @SuppressWarnings("NullAway.Init") // set before the first test
    private Database database;

    /** Something else than processes that a database may leave. */
    interface Assertable {
        void assertGone();
    }

    abstract Database start(Placement placement, Path log);

    /** Called while the database runs. */
    abstract Assertable leftovers(Database database) throws SQLException;

    @BeforeAll
    void start(@TempDir Path folder) {
        logs = folder;
        database = start(placement, logs.resolve("postgresql.log"));
    }

    @AfterAll
    void stop() {
        // Null when it did not start; the report then says that, and not this.
        if (database != null) {
            database.close();
        }
    }

    @Test
    void holdsTwelveFortunes() throws SQLException {
        List<String> messages = column("SELECT message FROM fortune ORDER BY id");

        assertThat(messages)
                .hasSize(12)
                .anyMatch(message -> message.startsWith("<script>"))
                .anyMatch(message -> message.contains("測る"))
                .anyMatch(message -> message.contains("\""));
        assertThat(column("SELECT id FROM fortune ORDER BY id"))
                .startsWith("1", "2")
                .endsWith("12");
    }

    @Test
    void refusesAWrongPassword() {
        DatabaseAddress right = database.address();
        DatabaseAddress wrong =
                new DatabaseAddress(right.host(), right.port(), right.name(), right.user(), "not the password");

        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(wrong::connect)
                .withMessageContaining("password authentication failed");
    }

    @Test
    void keepsThePasswordToItself() throws SQLException, IOException {
        String password = database.address().password();

        assertThat(database.address().toString()).doesNotContain(password);
        assertThat(Files.readString(logs.resolve("postgresql.log"))).doesNotContain(password);
        assertThat(column("SELECT rolpassword FROM pg_authid WHERE rolname = 'loomgate'"))
                .singleElement()
                .asString()
                .startsWith("SCRAM-SHA-256$");
    }

    @Test
    void listensOnLoopbackOnlyAndTakesAThousandConnections() throws SQLException {
        assertThat(column("SHOW listen_addresses")).containsExactly("127.0.0.1");
        assertThat(column("SHOW max_connections")).containsExactly("1000");
    }

    @Test
    void runsWithAllItsProcessesOnTheGeneratorsCpus() throws SQLException {
        ProcessHandle postmaster =
                ProcessHandle.of(database.pid().orElseThrow()).orElseThrow();
        String expected = placement.generatorCpus().isEmpty()
                ? allowedCpus(ProcessHandle.current().pid())
                : placement.generatorCpus();
        try (Connection connection = database.address().connect()) {
            assertThat(connection.isValid(1)).isTrue();
            assertThat(postmaster.children())
                    .hasSizeGreaterThan(2)
                    .allSatisfy(child -> assertThat(allowedCpus(child.pid())).isEqualTo(expected));
        }
    }

    @Test
    void isGoneWhenItIsClosed() throws SQLException {
        Database second = start(placement, logs.resolve("second.log"));
        ProcessHandle process = ProcessHandle.of(second.pid().orElseThrow()).orElseThrow();
        List<ProcessHandle> children = process.children().toList();
        Assertable left = leftovers(second);
        // A client that stays must not keep it alive.
        try (Connection connection = second.address().connect()) {
            second.close();
        }

        assertThat(process.isAlive()).isFalse();
        assertThat(children)
                .isNotEmpty()
                .noneMatch(child -> child.info()
                        .command()
                        .filter(command -> command.endsWith("postgres"))
                        .isPresent());
        left.assertGone();
    }

    private List<String> column(String query) throws SQLException {
        return column(database, query);
    }

    static List<String> column(Database database, String query) throws SQLException {
        try (Connection connection = database.address().connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            List<String> values = new ArrayList<>();
            while (rows.next()) {
                values.add(rows.getString(1));
            }
            return values;
        }
    }

    static String allowedCpus(long pid) {
        try {
            return Files.readAllLines(Path.of("/proc", String.valueOf(pid), "status")).stream()
                    .filter(line -> line.startsWith("Cpus_allowed_list:"))
                    .map(line -> line.substring("Cpus_allowed_list:".length()).strip())
                    .findFirst()
                    .orElse("unknown");
        } catch (IOException e) {
            return "gone";
        }
    }
}
