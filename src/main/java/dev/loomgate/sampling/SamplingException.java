package dev.loomgate.sampling;

/** A server cannot be sampled at all: the message says which server, what was tried and what it answered. */
public final class SamplingException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SamplingException(String message, Throwable cause) {
        super(message, cause);
    }

    SamplingException(String message) {
        super(message);
    }
}
