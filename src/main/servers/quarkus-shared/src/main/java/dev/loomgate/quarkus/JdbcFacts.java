package dev.loomgate.quarkus;

import io.agroal.api.AgroalDataSource;
import java.util.LinkedHashMap;
import java.util.Map;

/** What the pool behind {@link FortuneTable} really is. */
public final class JdbcFacts {
    private JdbcFacts() {}

    /** Read from the pool, which this may create. */
    public static Map<String, String> of(AgroalDataSource pool) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put(
                "database-pool",
                Integer.toString(pool.getConfiguration()
                        .connectionPoolConfiguration()
                        .maxSize()));
        facts.put("database-driver", "pgjdbc, Agroal");
        return facts;
    }
}
