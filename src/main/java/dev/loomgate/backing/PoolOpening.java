package dev.loomgate.backing;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** Waits until a server has opened its pool of connections. The database is asked, for it counts them whatever proxy stands before it. */
final class PoolOpening {
    private static final Duration SETTLED = Duration.ofSeconds(1);
    private static final Duration AT_MOST = Duration.ofSeconds(30);
    private static final Duration POLL = Duration.ofMillis(50);
    private static final String COUNT = "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'";

    private PoolOpening() {}

    /** Until the number of connections has not changed for a second. Where it changes for longer, the pool does not settle, and the load will show it. */
    static void await(DatabaseAddress direct) throws SQLException {
        try (Connection connection = direct.connect();
                PreparedStatement count = connection.prepareStatement(COUNT)) {
            AtomicInteger last = new AtomicInteger(connections(count));
            AtomicLong since = new AtomicLong(System.nanoTime());
            Awaitility.await()
                    .pollInSameThread()
                    .pollDelay(Duration.ZERO)
                    .pollInterval(POLL)
                    .atMost(AT_MOST)
                    .until(() -> {
                        int now = connections(count);
                        if (last.getAndSet(now) != now) {
                            since.set(System.nanoTime());
                        }
                        return System.nanoTime() - since.get() >= SETTLED.toNanos();
                    });
        } catch (ConditionTimeoutException e) {
            // Then it is measured as it is.
        }
    }

    private static int connections(PreparedStatement count) throws SQLException {
        try (ResultSet answer = count.executeQuery()) {
            answer.next();
            return answer.getInt(1);
        }
    }
}
