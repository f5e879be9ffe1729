package dev.loomgate.sampling;

/** A server cannot be sampled at all: the message says which server, what was tried and what it answered. */
public final class SamplingException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean serverEnded;

    SamplingException(String message, boolean serverEnded, Throwable cause) {
        super(message, cause);
        this.serverEnded = serverEnded;
    }

    /** Whether that is so because the server has ended. */
    public boolean serverEnded() {
        return serverEnded;
    }
}
