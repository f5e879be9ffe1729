package dev.loomgate.plan;

import dev.loomgate.metric.Quantity;
import java.util.Optional;

/** The right side of a limit: what a measured value is compared with. */
public sealed interface Bound {
    /**
     * {@code <= 115 ms}.
     *
     * @param calibratedOn id of the only fingerprint it holds on; empty when it holds on any machine
     */
    record Absolute(Quantity value, Optional<String> calibratedOn) implements Bound {
        /** One that holds on any machine. */
        public Absolute(Quantity value) {
            this(value, Optional.empty());
        }
    }

    /** {@code <= 1.1 x platform-100}: the same metric of another variant in a cell that is otherwise the same. */
    record OfVariant(double factor, String variant) implements Bound {}

    /** {@code >= 95 % of offered}: a share of the offered rate. */
    record OfOffered(double share) implements Bound {}

    /** {@code <= 105 % of threads / wait}: a share of what the threads can serve of a waiting workload. */
    record OfThreadsByWait(double share) implements Bound {}
}
