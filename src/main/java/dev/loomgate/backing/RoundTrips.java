package dev.loomgate.backing;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/**
 * How long {@code SELECT 1} takes on a connection that is kept, measured with JDBC: the median of some.
 *
 * @param planned by which time the proxy was asked to hold back answers
 * @param direct without the proxy
 * @param proxied through it
 */
public record RoundTrips(Duration planned, Duration direct, Duration proxied) {
    /** The first ones load classes, on both sides. */
    private static final int UNCOUNTED = 3;

    private static final int COUNTED = 7;

    static RoundTrips measure(DatabaseAddress direct, DatabaseAddress proxied, DelayProxy proxy, Duration planned)
            throws SQLException {
        // Opened while nothing is held back: logging in takes several round trips.
        try (Connection near = direct.connect();
                Connection far = proxied.connect()) {
            Duration nearBy = median(near);
            proxy.delay(planned);
            return new RoundTrips(planned, nearBy, median(far));
        }
    }

    /** What the proxy really adds. */
    public Duration added() {
        return proxied.minus(direct);
    }

    private static Duration median(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (int i = 0; i < UNCOUNTED; i++) {
                nanosOf(statement);
            }
            long[] nanos = new long[COUNTED];
            for (int i = 0; i < COUNTED; i++) {
                nanos[i] = nanosOf(statement);
            }
            return Duration.ofNanos(
                    LongStream.of(nanos).sorted().skip(COUNTED / 2).findFirst().orElseThrow());
        }
    }

    private static long nanosOf(Statement statement) throws SQLException {
        long start = System.nanoTime();
        try (ResultSet answer = statement.executeQuery("SELECT 1")) {
            answer.next();
            return System.nanoTime() - start;
        }
    }

    /**
     * Waits until a server has opened its pool of connections. The database is asked, for it counts them whatever
     * proxy stands before it.
     */
    static final class PoolOpening {
        private static final Duration SETTLED = Duration.ofSeconds(1);
        private static final Duration AT_MOST = Duration.ofSeconds(30);
        private static final Duration POLL = Duration.ofMillis(50);
        private static final String COUNT =
                "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'";

        private PoolOpening() {}

        /**
         * Until the number of connections has not changed for a second. Where it changes for longer, the pool does not
         * settle, and the load will show it.
         */
        static void await(DatabaseAddress direct) throws SQLException {
            try (Connection connection = direct.connect();
                    PreparedStatement count = connection.prepareStatement(COUNT)) {
                AtomicInteger last = new AtomicInteger(connections(count));
                AtomicLong since = new AtomicLong(System.nanoTime());
                Awaitility.await()
                        .dontCatchUncaughtExceptions()
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
}
