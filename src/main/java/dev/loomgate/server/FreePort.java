package dev.loomgate.server;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** Finds a port of the loopback address that nobody listens on. */
public final class FreePort {
    /**
     * Below what systems hand out for outgoing connections: the generator's own sockets would take such a port at any
     * time.
     */
    private static final int FIRST = 20_000;

    private static final int LAST = 32_000;

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

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (BindException e) {
            return false;
        } catch (IOException e) {
            throw new ServerStartException("no port could be tried on " + Endpoint.LOOPBACK + ": " + e.getMessage(), e);
        }
    }
}
