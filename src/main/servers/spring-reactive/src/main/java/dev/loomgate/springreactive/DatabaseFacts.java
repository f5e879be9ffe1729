package dev.loomgate.springreactive;

import io.r2dbc.pool.ConnectionPool;
import io.r2dbc.postgresql.PostgresqlConnectionFactory;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.Wrapped;
import java.util.LinkedHashMap;
import java.util.Map;

/** The pool and the driver that are really in use: without a pool, R2DBC works as well and is another thing to measure. */
final class DatabaseFacts {
    private DatabaseFacts() {}

    static Map<String, String> of(ConnectionFactory factory) {
        Map<String, String> facts = new LinkedHashMap<>();
        if (factory instanceof ConnectionPool pool) {
            facts.put(
                    "database-pool",
                    pool.getMetrics()
                            .map(metrics -> Integer.toString(metrics.getMaxAllocatedSize()))
                            .orElse("unknown"));
            facts.put("database-driver", driver(pool.unwrap()) + ", r2dbc-pool");
        } else {
            facts.put("database-pool", "none");
            facts.put("database-driver", driver(factory));
        }
        return facts;
    }

    private static String driver(Object factory) {
        return switch (factory) {
            case PostgresqlConnectionFactory ignored -> "r2dbc-postgresql";
            case Wrapped<?> wrapper -> driver(wrapper.unwrap());
            default -> "unknown: " + factory.getClass().getName();
        };
    }
}
