package dev.loomgate.load;

/** A simulation of the user's can't be used; the message says why, and what would help. */
final class SimulationException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SimulationException(String sentence, Throwable cause) {
        super(sentence, cause);
    }

    SimulationException(String sentence) {
        super(sentence);
    }
}
