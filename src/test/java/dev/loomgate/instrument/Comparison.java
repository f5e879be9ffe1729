package dev.loomgate.instrument;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * One claim about one cell: what was reported against what was true, per valid iteration.
 *
 * @param what the server's script and the rate: {@code constant 5ms · 1000 req/s}
 * @param claim {@code p99}
 * @param pairs of valid iterations only; empty when there was none
 * @param reasons why there is none
 */
record Comparison(String what, String claim, String unit, List<Pair> pairs, Bound bound, List<String> reasons) {
    Comparison {
        pairs = List.copyOf(pairs);
        reasons = List.copyOf(reasons);
    }

    /** Of one iteration. */
    record Pair(double truth, double reported) {
        Pair {
            if (!Double.isFinite(truth) || !Double.isFinite(reported)) {
                throw new IllegalArgumentException("finite numbers are compared, not " + truth + " and " + reported);
            }
        }

        double difference() {
            return reported - truth;
        }
    }

    /** What became of it. */
    enum Result {
        OK("ok"),
        SHORT("short of the goal"),
        MISS("MISS"),
        NOT_COMPARED("not compared");

        private final String word;

        Result(String word) {
            this.word = word;
        }

        @Override
        public String toString() {
            return word;
        }
    }

    Result result() {
        if (pairs.isEmpty()) {
            return Result.NOT_COMPARED;
        }
        if (within(1)) {
            return Result.OK;
        }
        return within(bound.tolerated()) ? Result.SHORT : Result.MISS;
    }

    private boolean within(double times) {
        return bound.every()
                ? pairs.stream().allMatch(pair -> Math.abs(pair.difference()) <= times * bound.at(pair.truth()))
                : Math.abs(difference()) <= times * allowed();
    }

    double truth() {
        return median(Pair::truth);
    }

    double reported() {
        return median(Pair::reported);
    }

    double difference() {
        return median(Pair::difference);
    }

    double smallestDifference() {
        return pairs.stream().mapToDouble(Pair::difference).min().orElse(Double.NaN);
    }

    double largestDifference() {
        return pairs.stream().mapToDouble(Pair::difference).max().orElse(Double.NaN);
    }

    double allowed() {
        return bound.at(truth());
    }

    /** With an even number of iterations the mean of the two in the middle. */
    private double median(ToDoubleFunction<Pair> part) {
        return Median.of(pairs.stream().mapToDouble(part).toArray());
    }

    String displayName() {
        return what + " · " + claim;
    }
}
