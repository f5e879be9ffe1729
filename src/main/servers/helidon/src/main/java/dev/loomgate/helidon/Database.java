package dev.loomgate.helidon;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool;
import dev.loomgate.workloads.Fortune;
import dev.loomgate.workloads.Setting;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** PostgreSQL over a pool of connections, which is opened at the first use. */
final class Database {
    private final String name;
    private final HikariDataSource pool;

    private Database(String name, HikariDataSource pool) {
        this.name = name;
        this.pool = pool;
    }

    static Database of(Map<String, String> properties) {
        String place = properties.getOrDefault("loomgate.database.host", "127.0.0.1") + ":"
                + Setting.wholeNumber(properties, "loomgate.database.port", 5432, 1, 65_535) + "/"
                + properties.getOrDefault("loomgate.database.name", "loomgate");
        int connections = Setting.wholeNumber(properties, "loomgate.database.connections", 128, 1, 100_000);
        // HikariCP asks a connection that rested for 500 ms whether it still lives: one more way to the database and
        // back, which no reactive pool goes.
        System.setProperty(
                "com.zaxxer.hikari.aliveBypassWindowMs",
                Long.toString(Duration.ofDays(1).toMillis()));
        // Without arguments, so that it does not connect now.
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl("jdbc:postgresql://" + place);
        pool.setUsername(properties.getOrDefault("loomgate.database.user", "loomgate"));
        pool.setPassword(System.getenv("LOOMGATE_DATABASE_PASSWORD"));
        pool.setMaximumPoolSize(connections);
        pool.setMinimumIdle(connections);
        return new Database("PostgreSQL at " + place, pool);
    }

    List<Fortune> fortunes() {
        try (Connection connection = pool.getConnection();
                PreparedStatement select = connection.prepareStatement(Fortune.SELECT);
                ResultSet rows = select.executeQuery()) {
            List<Fortune> fortunes = new ArrayList<>();
            while (rows.next()) {
                fortunes.add(new Fortune(rows.getInt("id"), rows.getString("message")));
            }
            return fortunes;
        } catch (SQLException | HikariPool.PoolInitializationException failed) {
            throw new ServiceBehindFailed(name, failed);
        }
    }

    /** Most connections of the pool. */
    int connectionLimit() {
        return pool.getMaximumPoolSize();
    }

    /** Driver and pool, by their classes. */
    String driver() throws SQLException {
        String driver = DriverManager.getDriver(pool.getJdbcUrl()).getClass().getName();
        return (driver.equals("org.postgresql.Driver") ? "pgjdbc" : driver) + ", HikariCP";
    }
}
