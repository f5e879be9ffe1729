package dev.loomgate.backing;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;

/**
 * Where a database is, and how to log in.
 *
 * @param name of the database
 */
record DatabaseAddress(String host, int port, String name, String user, String password) {
    private static final String TIMEOUT_SECONDS = "20";

    /** The same database by another way. */
    DatabaseAddress at(String otherHost, int otherPort) {
        return new DatabaseAddress(otherHost, otherPort, name, user, password);
    }

    DatabaseAddress named(String other) {
        return new DatabaseAddress(host, port, other, user, password);
    }

    Connection connect() throws SQLException {
        Properties login = new Properties();
        login.setProperty("user", user);
        login.setProperty("password", password);
        login.setProperty("connectTimeout", TIMEOUT_SECONDS);
        login.setProperty("socketTimeout", TIMEOUT_SECONDS);
        return DriverManager.getConnection("jdbc:postgresql://" + host + ":" + port + "/" + name, login);
    }

    /** Without the password. */
    @Override
    public String toString() {
        return user + "@" + host + ":" + port + "/" + name;
    }
}
