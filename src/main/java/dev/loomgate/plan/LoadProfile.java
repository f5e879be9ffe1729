package dev.loomgate.plan;

/** How requests arrive. */
public sealed interface LoadProfile
        permits LoadProfile.Constant, LoadProfile.Closed, LoadProfile.Share, LoadProfile.Simulated, Stepped {
    /** For display: {@code 500 req/s}, {@code 64 users}, {@code ramp quick}. */
    String displayName();

    /** For file names: {@code 500rps}, {@code 64users}, {@code ramp-quick}. */
    String id();

    /** Open model: requests start at a fixed rate, however slow the server answers. */
    record Constant(int requestsPerSecond) implements LoadProfile {
        public Constant {
            if (requestsPerSecond <= 0) {
                throw new IllegalArgumentException("a rate is at least 1 req/s" + Quoted.was(requestsPerSecond));
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

    /**
     * Open model, at a share of the rate that a search of the same run has found this variant to sustain. All
     * variants are then equally loaded (LUND 3.6: about 70 %).
     *
     * @param percent of that rate, 1 to 99
     * @param search its name as in {@code thresholds.yml}
     */
    record Share(int percent, String search) implements LoadProfile {
        public Share {
            if (percent < 1 || percent > 99) {
                throw new IllegalArgumentException("a share of a capacity is 1 to 99 %" + Quoted.was(percent + " %"));
            }
        }

        /** Of a rate that was sustained; at least 1 req/s. */
        public Constant of(int sustained) {
            return new Constant((int) Math.max(1, Math.round(sustained * percent / 100.0)));
        }

        /** Whether it is this search that it needs. */
        public boolean needs(LoadProfile load) {
            return load instanceof Search other && other.name().equals(search);
        }

        @Override
        public String displayName() {
            return percent + " % of search " + search;
        }

        @Override
        public String id() {
            return percent + "pct-of-search-" + search;
        }
    }

    /**
     * Closed model: each of the users sends its next request as soon as it has its answer. Shows the highest
     * throughput (NCI 5.2).
     */
    record Closed(int users) implements LoadProfile {
        public Closed {
            if (users <= 0) {
                throw new IllegalArgumentException("a closed model has at least 1 user" + Quoted.was(users));
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

    /** As the workload's own Gatling simulation says; no other load is meant for such a workload. */
    record Simulated() implements LoadProfile {
        /** How it is written. */
        static final String WORD = "simulation";

        @Override
        public String displayName() {
            return WORD;
        }

        @Override
        public String id() {
            return WORD;
        }
    }
}
