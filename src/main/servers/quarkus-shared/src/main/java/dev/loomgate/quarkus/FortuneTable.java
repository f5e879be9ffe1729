package dev.loomgate.quarkus;

import dev.loomgate.workloads.Fortune;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** The table of {@code fortunes}, read over JDBC: the thread blocks for the connection and for the rows. */
public final class FortuneTable {
    private final DataSource pool;

    /** Asks nothing of the pool yet. */
    public FortuneTable(DataSource pool) {
        this.pool = pool;
    }

    List<Fortune> all() throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement select = connection.prepareStatement(Fortune.SELECT);
                ResultSet rows = select.executeQuery()) {
            List<Fortune> all = new ArrayList<>();
            while (rows.next()) {
                all.add(new Fortune(rows.getInt(1), rows.getString(2)));
            }
            return all;
        }
    }
}
