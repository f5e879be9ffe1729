package dev.loomgate.server;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** Finds a port of the loopback address without a listener. */
public final class FreePort {
    /**
     * Below what systems hand out for outgoing connections: the generator's own sockets would take such a port at any
     * time.
     */
    private static final int FIRST = 20_000;

    private static final int LAST = 32_000;

    private static final Duration UNTIL_FREE = Duration.ofSeconds(3);
    private static final Duration POLL = Duration.ofMillis(50);

    private FreePort() {}

    /** Free just now; somebody else may take it before it is bound. */
    public static int next() {
        for (int attempt = 0; attempt < 1000; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, LAST);
            if (isFree(port)) {
                return port;
            }
        }
        throw new ServerStartException("no free port between " + FIRST + " and " + LAST + " on " + Endpoint.LOOPBACK);
    }

    /**
     * Checks that a service can listen on the port that it always listens on. Waits a moment for that, because what the
     * one before it has started may still be ending.
     *
     * @param who it is
     * @throws ServerStartException when it is taken
     */
    static void require(int port, String who) {
        try {
            Awaitility.await()
                    .dontCatchUncaughtExceptions()
                    .pollInSameThread()
                    .pollDelay(Duration.ZERO)
                    .pollInterval(POLL)
                    .atMost(UNTIL_FREE)
                    .until(() -> isFree(new InetSocketAddress(port)));
        } catch (ConditionTimeoutException e) {
            throw new ServerStartException("Port " + port + ", on which " + who + " always listens, is taken by "
                    + PortOwner.of(port).orElse("a process that can't be seen from here")
                    + ": end that one, or let " + who
                    + " be told its port, by property, env or argument below 'port'.");
        }
    }

    private static boolean isFree(int port) {
        return isFree(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    }

    private static boolean isFree(InetSocketAddress address) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(address);
            return true;
        } catch (BindException e) {
            // Whether the server may have a port below 1024 is seen when it starts.
            return String.valueOf(e.getMessage()).contains("Permission denied");
        } catch (IOException e) {
            throw new ServerStartException("no port could be tried on " + Endpoint.LOOPBACK + ": " + e.getMessage(), e);
        }
    }
}
