package dev.loomgate.experiment;

import dev.loomgate.metric.Invalidity;

/** Why nothing was measured. */
sealed interface NotMeasured {
    /** Place of the arm that it is about. */
    int arm();

    /** A server ended, or did not answer: a result of it. */
    record Failed(int arm, String story) implements NotMeasured {}

    /** Nothing is known of the server. */
    record Invalid(int arm, Invalidity reason) implements NotMeasured {}
}
