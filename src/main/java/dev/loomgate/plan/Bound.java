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

    /** {@code <= 1.1 x platform-100}: the same metric, runtime, workload and load of another variant in the same run. */
    record OfVariant(double factor, String variant) implements Bound {}

    /** {@code >= 95 % of offered}: a share of the offered rate. */
    record OfOffered(double share) implements Bound {}

    /** {@code <= 105 % of threads / wait}: a share of what the variant's request threads can serve of a waiting workload. */
    record OfThreadsByWait(double share) implements Bound {}
}
