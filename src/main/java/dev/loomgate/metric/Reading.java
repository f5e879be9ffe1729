package dev.loomgate.metric;

/** What came of measuring a metric once: a value, or the reason why there is none. Never 0 for "not measured". */
public sealed interface Reading {
    Metric metric();

    /** A number in {@code metric.unit()}. */
    record Measured(Metric metric, double value) implements Reading {
        public Measured {
            if (!Double.isFinite(value)) {
                throw new IllegalArgumentException(metric + " is a finite number, was " + value);
            }
        }
    }

    /** The reason, in words for the user, why there is no number. */
    record Unavailable(Metric metric, String reason) implements Reading {}
}
