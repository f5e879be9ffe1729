package dev.loomgate.sampling;

/** A question over JMX that was not answered; the message is a sentence for the user. */
final class JmxFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final String reason;

    JmxFailure(String reason) {
        super(reason);
        this.reason = reason;
    }

    JmxFailure(String reason, Throwable cause) {
        super(reason, cause);
        this.reason = reason;
    }

    String reason() {
        return reason;
    }
}
