package dev.loomgate.quarkus;

import dev.loomgate.workloads.Fortune;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.AgroalDataSource.FlushMode;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/** The table of {@code fortunes}, read over JDBC: the thread blocks for the connection and for the rows. */
public final class FortuneTable {
    private final AgroalDataSource pool;
    private final AtomicBoolean used = new AtomicBoolean();

    /** Asks nothing of the database yet. */
    public FortuneTable(AgroalDataSource pool) {
        this.pool = pool;
    }

    List<Fortune> all() throws SQLException {
        try (Connection connection = connection();
                PreparedStatement select = connection.prepareStatement(Fortune.SELECT);
                ResultSet rows = select.executeQuery()) {
            List<Fortune> all = new ArrayList<>();
            while (rows.next()) {
                all.add(new Fortune(rows.getInt(1), rows.getString(2)));
            }
            return all;
        }
    }

    private Connection connection() throws SQLException {
        Connection connection = pool.getConnection();
        if (!used.get() && used.compareAndSet(false, true)) {
            // The database is there, so all others are opened now, in the background: Quarkus itself could only do that
            // when it starts, or one by one under load.
            pool.flush(FlushMode.FILL);
        }
        return connection;
    }

    /** For {@code /effective}, read from the pool. */
    public Map<String, String> facts() {
        int connections = pool.getConfiguration().connectionPoolConfiguration().maxSize();
        return Map.of("database-pool", Integer.toString(connections), "database-driver", "pgjdbc, Agroal");
    }
}
