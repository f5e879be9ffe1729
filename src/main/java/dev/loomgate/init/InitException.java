package dev.loomgate.init;

/** What the user can mend; the message is all there is to say. */
public final class InitException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public InitException(String message) {
        super(message, null, false, false);
    }
}
