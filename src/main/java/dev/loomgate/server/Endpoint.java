package dev.loomgate.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Where a server listens.
 *
 * @param bindHost the address it binds, as it sees it itself
 * @param host how it is reached from here
 */
record Endpoint(String bindHost, String host, int port, int jmxPort) {
    static final String LOOPBACK = "127.0.0.1";

    /** Below what systems hand out for outgoing connections: the generator's own sockets would take such a port at any time. */
    private static final int FIRST_PORT = 20_000;

    private static final int LAST_PORT = 32_000;

    static Endpoint free(String bindHost, String host) {
        int port = freePort();
        int jmxPort = freePort();
        while (jmxPort == port) {
            jmxPort = freePort();
        }
        return new Endpoint(bindHost, host, port, jmxPort);
    }

    URI baseUri() {
        return URI.create("http://" + host + ":" + port);
    }

    private static int freePort() {
        for (int attempt = 0; attempt < 1000; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST_PORT, LAST_PORT);
            if (isFree(port)) {
                return port;
            }
        }
        throw new ServerStartException("no free port between " + FIRST_PORT + " and " + LAST_PORT + " on " + LOOPBACK);
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (BindException e) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
