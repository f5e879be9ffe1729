package dev.loomgate.load;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Duration;
import java.util.List;

/** What makes requests of a measured phase start: a schedule, the answer to the one before, or a simulation. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "model")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Arrivals.Open.class, name = "open"),
    @JsonSubTypes.Type(value = Arrivals.Stepped.class, name = "stepped"),
    @JsonSubTypes.Type(value = Arrivals.Closed.class, name = "closed"),
    @JsonSubTypes.Type(value = Arrivals.Simulated.class, name = "simulated")
})
public sealed interface Arrivals {
    /** Open model: requests start at a fixed rate, however slow the server answers. */
    record Open(int requestsPerSecond) implements Arrivals {
        private static final long MILLIS_PER_SECOND = 1000;

        public Open {
            if (requestsPerSecond < 1) {
                throw new IllegalArgumentException("a rate is at least 1 req/s, was " + requestsPerSecond);
            }
        }

        /**
         * @throws IllegalArgumentException when that is no whole number: the rate would not be the one that was asked
         * for
         */
        int requestsIn(Duration length) {
            long thousandths = Math.multiplyExact(requestsPerSecond, length.toMillis());
            if (thousandths % MILLIS_PER_SECOND != 0) {
                throw new IllegalArgumentException(
                        requestsPerSecond + " req/s are no whole number of requests in " + length.toMillis() + " ms");
            }
            return Math.toIntExact(thousandths / MILLIS_PER_SECOND);
        }
    }

    /**
     * Open model whose rate is told phase by phase, when each begins: a ramp ends, and a search turns, where the
     * answers say so.
     *
     * @param highest no phase may be told more than its rate in this list; Gatling has to know how many users there may
     *     be before it starts
     */
    record Stepped(List<Integer> highest) implements Arrivals {
        public Stepped {
            highest = List.copyOf(highest);
            highest.forEach(Open::new);
        }

        /** @param phase from 1 */
        Open highestIn(int phase) {
            return new Open(highest.get(phase - 1));
        }
    }

    /** Closed model: so many users, each sends its next request as soon as it has its answer. */
    record Closed(int users) implements Arrivals {
        public Closed {
            if (users < 1) {
                throw new IllegalArgumentException("a closed model has at least 1 user, had " + users);
            }
        }
    }

    /** As the user's simulation says. */
    record Simulated() implements Arrivals {}
}
