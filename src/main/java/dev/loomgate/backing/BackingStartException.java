package dev.loomgate.backing;

/** A service behind the servers could not be started, or does not do what it has to. */
final class BackingStartException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean portTaken;

    BackingStartException(String message) {
        super(message);
        this.portTaken = false;
    }

    BackingStartException(String message, Throwable cause) {
        this(message, false, cause);
    }

    /** @param portTaken whether another process took its port meanwhile: then it is worth another try */
    BackingStartException(String message, boolean portTaken, Throwable cause) {
        super(message, cause);
        this.portTaken = portTaken;
    }

    static boolean portTaken(RuntimeException failure) {
        return failure instanceof BackingStartException start && start.portTaken;
    }
}
