package dev.loomgate.metric;

/** A percentile on the 0 to 100 scale: {@code 99.9}, never {@code 0.999}. */
public record Percentile(double rank) {
    public Percentile {
        if (!(rank >= 1 && rank < 100)) {
            throw new IllegalArgumentException("a percentile is between 1 and 100 (write 99, not 0.99), was " + rank);
        }
    }
}
