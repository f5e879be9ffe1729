package dev.loomgate.server;

import dev.loomgate.server.ControlGroups.ServerGroup;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A server could not be started: the message names command line, exit reason, and the last lines of its log. */
public final class ServerStartException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Origin origin;

    /** What went wrong. It decides whether the cell has a result. */
    public enum Origin {
        /** The server's own process ended, or did not answer in time: a result of the server. */
        SERVER,
        /** Another process took the port that was chosen for it, again and again. */
        PORT,
        /** Harness, machine or engine could not start it: nothing is known of the server. */
        ENVIRONMENT
    }

    public ServerStartException(Origin origin, @Nullable String message) {
        super(message);
        this.origin = origin;
    }

    public ServerStartException(Origin origin, @Nullable String message, Throwable cause) {
        super(message, cause);
        this.origin = origin;
    }

    /** {@link Origin#ENVIRONMENT}: most of what can go wrong happens before there is a server. */
    public ServerStartException(String message) {
        this(Origin.ENVIRONMENT, message);
    }

    public ServerStartException(String message, Throwable cause) {
        this(Origin.ENVIRONMENT, message, cause);
    }

    public Origin origin() {
        return origin;
    }

    /** Whether the server itself is to blame, which is a result. */
    public boolean ofServer() {
        return origin == Origin.SERVER;
    }

    static boolean portTaken(RuntimeException failure) {
        return failure instanceof ServerStartException start && start.origin == Origin.PORT;
    }

    /**
     * The same failure, blamed on what the log tells: a process that ended before it was the server, or had no port.
     */
    ServerStartException blamed(Path log) {
        if (origin == Origin.SERVER && LogTail.tellsPortTaken(log)) {
            return new ServerStartException(Origin.PORT, getMessage(), this);
        }
        if (origin == Origin.SERVER && ServerGroup.tellsNotEntered(log)) {
            return new ServerStartException(Origin.ENVIRONMENT, getMessage(), this);
        }
        return this;
    }
}
