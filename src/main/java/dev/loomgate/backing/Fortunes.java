package dev.loomgate.backing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** What the database holds: the table {@code fortune} with 12 rows. */
final class Fortunes {
    private static final String SCRIPT = "fortune.sql";

    private Fortunes() {}

    /** Creates the database and its content, by way of the first one, and returns the version of the server. */
    static String create(DatabaseAddress wanted) {
        try {
            try (Connection connection = wanted.named(Database.FIRST_DATABASE).connect();
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE DATABASE " + wanted.name());
            }
            try (Connection connection = wanted.connect();
                    Statement statement = connection.createStatement()) {
                statement.execute(script());
                return version(statement);
            }
        } catch (SQLException e) {
            throw new BackingStartException("The database at " + wanted + " could not be filled: " + e.getMessage(), e);
        }
    }

    private static String version(Statement statement) throws SQLException {
        try (ResultSet answer = statement.executeQuery("SHOW server_version")) {
            answer.next();
            return answer.getString(1);
        }
    }

    private static String script() {
        try (InputStream in = Fortunes.class.getResourceAsStream(SCRIPT)) {
            if (in == null) {
                throw new IllegalStateException("the resource " + SCRIPT + " is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
