package dev.loomgate.server;

/** A server could not be started: the message names variant, JDK, command line, exit reason, and the last lines of its log. */
public final class ServerStartException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ServerStartException(String message) {
        super(message);
    }

    public ServerStartException(String message, Throwable cause) {
        super(message, cause);
    }
}
