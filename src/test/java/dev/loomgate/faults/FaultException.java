package dev.loomgate.faults;

/** A fault that did not take place as planned, or a run that never ended. */
final class FaultException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    FaultException(String message) {
        super(message);
    }
}
