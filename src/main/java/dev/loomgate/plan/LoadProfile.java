package dev.loomgate.plan;

/** How requests arrive. */
public sealed interface LoadProfile {
    /** For display: {@code 500 req/s}. */
    String displayName();

    /** For file names: {@code 500rps}. */
    String id();

    /** Open model: requests start at a fixed rate, however slow the server answers. */
    record Constant(int requestsPerSecond) implements LoadProfile {
        public Constant {
            if (requestsPerSecond <= 0) {
                throw new IllegalArgumentException("a rate is at least 1 req/s, was " + requestsPerSecond);
            }
        }

        @Override
        public String displayName() {
            return requestsPerSecond + " req/s";
        }

        @Override
        public String id() {
            return requestsPerSecond + "rps";
        }
    }
}
