package dev.loomgate.backing;

import dev.loomgate.server.FreePort;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.Properties;

/**
 * Where a database is, and how to log in.
 *
 * @param name of the database
 */
record DatabaseAddress(String host, int port, String name, String user, String password) {
    private static final int TIMEOUT_SECONDS = 20;
    private static final int PATIENT_SECONDS = 600;

    /** Of one try out of many while a database starts, so that the whole wait ends in time. */
    private static final int TRY_SECONDS = 2;

    private static final int PASSWORD_BYTES = 20;

    /** Where a database of ours is about to be: on a free port of loopback, with a random password. */
    static DatabaseAddress free() {
        byte[] bytes = new byte[PASSWORD_BYTES];
        new SecureRandom().nextBytes(bytes);
        String password = HexFormat.of().formatHex(bytes);
        return new DatabaseAddress("127.0.0.1", FreePort.next(), Database.NAME, Database.NAME, password);
    }

    /** The same database by another way. */
    DatabaseAddress at(int otherPort) {
        return new DatabaseAddress(host, otherPort, name, user, password);
    }

    DatabaseAddress named(String other) {
        return new DatabaseAddress(host, port, other, user, password);
    }

    boolean answers() {
        try (Connection connection = connect(TRY_SECONDS)) {
            return connection.isValid(0);
        } catch (SQLException e) {
            return false;
        }
    }

    Connection connect() throws SQLException {
        return connect(TIMEOUT_SECONDS);
    }

    /** For what may take long: filling it. */
    Connection connectPatiently() throws SQLException {
        return connect(PATIENT_SECONDS);
    }

    private Connection connect(int seconds) throws SQLException {
        Properties login = new Properties();
        login.setProperty("user", user);
        login.setProperty("password", password);
        login.setProperty("connectTimeout", String.valueOf(seconds));
        login.setProperty("loginTimeout", String.valueOf(seconds));
        login.setProperty("socketTimeout", String.valueOf(seconds));
        return DriverManager.getConnection("jdbc:postgresql://" + host + ":" + port + "/" + name, login);
    }

    /** Without the password. */
    @Override
    public String toString() {
        return user + "@" + host + ":" + port + "/" + name;
    }
}
