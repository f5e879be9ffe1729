package dev.loomgate.server;

import dev.loomgate.plan.Variant;
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
        return on(FreePort.next(), bindHost, host);
    }

    /** @throws ServerStartException when its port is fixed and taken */
    static Endpoint of(Variant variant, String bindHost, String host) {
        if (variant.fixedPort().isEmpty()) {
            return free(bindHost, host);
        }
        int port = variant.fixedPort().getAsInt();
        FreePort.require(port, variant.name());
        return on(port, bindHost, host);
    }

    static Endpoint on(int port, String bindHost, String host) {
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

    Endpoint reachedAt(String other) {
        return new Endpoint(bindHost, other, port, jmxPort);
    }
}
