package dev.loomgate.backing;

/** A service behind the servers could not be started, or does not do what it has to. */
final class BackingStartException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BackingStartException(String message) {
        super(message);
    }

    BackingStartException(String message, Throwable cause) {
        super(message, cause);
    }
}
