package dev.loomgate.backing;

import dev.loomgate.plan.DatabaseNeed;
import dev.loomgate.server.ServerStartException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;

/** A database for one start of a service, beside those of the others on the same server. */
final class OwnDatabase {
    private OwnDatabase() {}

    /**
     * Creates it and runs the files of its seed.
     *
     * @param existing a database that is there already
     * @throws ServerStartException naming the file that could not be run
     */
    static void create(DatabaseAddress wanted, DatabaseAddress existing, DatabaseNeed need) {
        execute(existing, "CREATE DATABASE " + wanted.name(), "the database could not be created");
        for (Path file : need.seed()) {
            try {
                execute(wanted, Files.readString(file), "the seed " + file + " could not be run");
            } catch (IOException e) {
                throw new ServerStartException("the seed " + file + " could not be read as UTF-8 text: " + e, e);
            }
        }
    }

    private static void execute(DatabaseAddress database, String sql, String failed) {
        try (Connection connection = database.connectPatiently();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new ServerStartException(failed + ": " + e.getMessage(), e);
        }
    }

    /** Removes one that no service works with any more. */
    static void drop(String name, DatabaseAddress existing) {
        execute(existing, "DROP DATABASE IF EXISTS " + name + " WITH (FORCE)", "the database could not be removed");
    }

    /** What fills the places of a service. */
    static Map<String, String> places(DatabaseAddress address) {
        return Map.of(
                DatabaseNeed.PREFIX + "host", address.host(),
                DatabaseNeed.PREFIX + "port", String.valueOf(address.port()),
                DatabaseNeed.PREFIX + "name", address.name(),
                DatabaseNeed.PREFIX + "user", address.user(),
                DatabaseNeed.PREFIX + "password", address.password());
    }
}
