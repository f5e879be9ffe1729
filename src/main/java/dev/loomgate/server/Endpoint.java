package dev.loomgate.server;

import java.net.URI;

/**
 * Where a server listens.
 *
 * @param bindHost the address it binds, as it sees it itself
 * @param host how it is reached from here
 */
record Endpoint(String bindHost, String host, int port, int jmxPort) {
    static final String LOOPBACK = "127.0.0.1";

    static Endpoint free(String bindHost, String host) {
        int port = FreePort.next();
        int jmxPort = FreePort.next();
        while (jmxPort == port) {
            jmxPort = FreePort.next();
        }
        return new Endpoint(bindHost, host, port, jmxPort);
    }

    /** @param scheme {@code http} or {@code https} */
    URI baseUri(String scheme) {
        return URI.create(scheme + "://" + host + ":" + port);
    }
}
