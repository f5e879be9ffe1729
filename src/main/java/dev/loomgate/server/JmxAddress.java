package dev.loomgate.server;

/** Where a server's JMX agent listens on loopback, and the random credentials of this run. */
public record JmxAddress(String host, int port, String user, String password) {
    @Override
    public String toString() {
        return host + ":" + port;
    }
}
