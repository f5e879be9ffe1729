package dev.loomgate.backing;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.stream.LongStream;

/**
 * How long {@code SELECT 1} takes on a connection that is kept, measured with JDBC: the median of some.
 *
 * @param planned by which time the proxy was asked to hold back answers
 * @param direct without the proxy
 * @param proxied through it
 */
public record RoundTrips(Duration planned, Duration direct, Duration proxied) {
    /** The first ones load classes, on both sides. */
    private static final int UNCOUNTED = 5;

    private static final int COUNTED = 11;

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
}
