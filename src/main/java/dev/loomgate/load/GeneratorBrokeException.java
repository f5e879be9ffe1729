package dev.loomgate.load;

/** The generator ended, fell silent or could not carry out an order: nothing can be said about the server. */
public final class GeneratorBrokeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public GeneratorBrokeException(String message) {
        super(message);
    }

    GeneratorBrokeException(String message, Throwable cause) {
        super(message, cause);
    }
}
