package dev.loomgate.backing;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
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

    /**
     * Between two that are sent through the proxy, by different connections, as under load. One connection alone leaves
     * the machine idle for all of the delay, and it is slow then: 200 ms measured 204 to 213 so, and 200.3 to 200.9 with
     * others in between, on two CPUs of a Xeon.
     */
    private static final Duration APART = Duration.ofMillis(10);

    private static final int MOST_ASKING = 20;

    static RoundTrips measure(DatabaseAddress direct, DatabaseAddress proxied, DelayProxy proxy, Duration planned)
            throws SQLException {
        int asking = Math.clamp(planned.dividedBy(APART), 1, MOST_ASKING);
        List<Connection> far = new ArrayList<>();
        try (Connection near = direct.connect()) {
            // Opened while nothing is held back: logging in takes several round trips.
            for (int i = 0; i < asking; i++) {
                far.add(proxied.connect());
            }
            Duration nearBy = median(trips(near));
            proxy.delay(planned);
            return new RoundTrips(planned, nearBy, median(inTurns(far, planned)));
        } finally {
            far.forEach(RoundTrips::close);
        }
    }

    private static void close(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            // Its round trips are measured. The other connections must be closed, too.
        }
    }

    /** What the proxy really adds. */
    public Duration added() {
        return proxied.minus(direct);
    }

    /** Each has its round trips in a row; the first ones begin one after the other. */
    private static LongStream inTurns(List<Connection> connections, Duration roundTrip) throws SQLException {
        try (ExecutorService threads = Executors.newFixedThreadPool(connections.size())) {
            List<CompletableFuture<LongStream>> asked = new ArrayList<>();
            for (int i = 0; i < connections.size(); i++) {
                Connection connection = connections.get(i);
                long turn = roundTrip.toNanos() * i / connections.size();
                asked.add(CompletableFuture.supplyAsync(
                        () -> unchecked(connection),
                        CompletableFuture.delayedExecutor(turn, TimeUnit.NANOSECONDS, threads)));
            }
            return LongStream.of(
                    asked.stream().flatMapToLong(CompletableFuture::join).toArray());
        } catch (CompletionException e) {
            throw new SQLException(e.getCause());
        }
    }

    private static LongStream unchecked(Connection connection) {
        try {
            return trips(connection);
        } catch (SQLException e) {
            throw new CompletionException(e);
        }
    }

    private static LongStream trips(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (int i = 0; i < UNCOUNTED; i++) {
                nanosOf(statement);
            }
            long[] nanos = new long[COUNTED];
            for (int i = 0; i < COUNTED; i++) {
                nanos[i] = nanosOf(statement);
            }
            return LongStream.of(nanos);
        }
    }

    private static Duration median(LongStream nanos) {
        long[] sorted = nanos.sorted().toArray();
        return Duration.ofNanos(sorted[sorted.length / 2]);
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
