package dev.loomgate.plan;

/** How requests arrive. */
public sealed interface LoadProfile permits LoadProfile.Constant, LoadProfile.Closed, Stepped {
    /** For display: {@code 500 req/s}, {@code 64 users}, {@code ramp quick}. */
    String displayName();

    /** For file names: {@code 500rps}, {@code 64users}, {@code ramp-quick}. */
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

    /** Closed model: so many users, each sends its next request as soon as it has its answer. Shows how much a server can do (NCI 5.2). */
    record Closed(int users) implements LoadProfile {
        public Closed {
            if (users <= 0) {
                throw new IllegalArgumentException("a closed model has at least 1 user, was " + users);
            }
        }

        @Override
        public String displayName() {
            return users + " users";
        }

        @Override
        public String id() {
            return users + "users";
        }
    }
}
