package dev.loomgate.instrument;

import dev.loomgate.instrument.TruthLog.Outcome;
import dev.loomgate.instrument.TruthLog.Phase;
import dev.loomgate.instrument.TruthLog.Request;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;

/**
 * True latencies of one phase from intended start, out of the truth log alone: request {@code k} was due at {@code
 * origin + k / rate}, and the origin is the latest one for which no request arrived before it was due.
 *
 * <p>A percentile is the smallest latency that at least that share of all requests doesn't exceed (nearest rank, {@code
 * ceil(share * count)}): the rank that HdrHistogram reads, too. HdrHistogram then rounds the value up within 0.1 %,
 * which stays part of the instrument's error.
 */
final class Truth {
    private final Phase phase;
    private final double originNanos;
    private final long[] latencyNanos;

    private Truth(Phase phase, double originNanos, long[] latencyNanos) {
        this.phase = phase;
        this.originNanos = originNanos;
        this.latencyNanos = latencyNanos;
        Arrays.sort(latencyNanos);
    }

    /** For servers that read requests in the order in which they were sent. */
    static Truth inOrderOfArrival(Phase phase, int requestsPerSecond) {
        List<Request> requests = phase.requests();
        double interval = 1e9 / requestsPerSecond;
        double origin = originNanos(requests, interval);
        long[] latencies = new long[requests.size()];
        for (int k = 0; k < latencies.length; k++) {
            latencies[k] = Math.round(requests.get(k).repliedNanos() - (origin + k * interval));
        }
        return new Truth(phase, origin, latencies);
    }

    /**
     * For servers that read some connections much later than others, so that the order of arrival is not the order of
     * sending: a request that arrives within the interval of a slot nobody has is the request of that slot; all others
     * belong, in order, to the slots that stayed empty. Where many are late at once, a late one can take the slot of
     * another late one: few latencies are then wrong by as much as the delay, the mean never.
     */
    static Truth bySlot(Phase phase, int requestsPerSecond) {
        List<Request> requests = phase.requests();
        double interval = 1e9 / requestsPerSecond;
        double origin = originNanos(requests, interval);
        BitSet taken = new BitSet(requests.size());
        long[] latencies = new long[requests.size()];
        Deque<Integer> late = new ArrayDeque<>();
        for (int k = 0; k < latencies.length; k++) {
            int slot = (int) Math.floor((requests.get(k).arrivedNanos() - origin) / interval);
            if (slot >= latencies.length || taken.get(slot)) {
                late.add(k);
            } else {
                taken.set(slot);
                latencies[k] = Math.round(requests.get(k).repliedNanos() - (origin + slot * interval));
            }
        }
        for (int slot = taken.nextClearBit(0); !late.isEmpty(); slot = taken.nextClearBit(slot + 1)) {
            int k = late.remove();
            latencies[k] = Math.round(requests.get(k).repliedNanos() - (origin + slot * interval));
        }
        return new Truth(phase, origin, latencies);
    }

    private static double originNanos(List<Request> requests, double interval) {
        if (requests.isEmpty()) {
            throw new IllegalArgumentException("a phase without requests has no truth");
        }
        double origin = Double.MAX_VALUE;
        for (int k = 0; k < requests.size(); k++) {
            origin = Math.min(origin, requests.get(k).arrivedNanos() - k * interval);
        }
        return origin;
    }

    long percentileNanos(double percent) {
        return nearestRank(latencyNanos, percent);
    }

    /** Of the times from when a request had arrived to when its answer was written, of good answers. */
    static long percentileOfService(Phase phase, double percent) {
        return nearestRank(
                phase.requests().stream()
                        .filter(request -> request.outcome() == Outcome.OK)
                        .mapToLong(request -> request.repliedNanos() - request.arrivedNanos())
                        .sorted()
                        .toArray(),
                percent);
    }

    private static long nearestRank(long[] sorted, double percent) {
        int rank = (int) Math.ceil(percent * sorted.length / 100);
        return sorted[Math.max(rank, 1) - 1];
    }

    double meanNanos() {
        return Arrays.stream(latencyNanos).average().orElseThrow();
    }

    long slowerThan(long nanos) {
        return Arrays.stream(latencyNanos).filter(latency -> latency > nanos).count();
    }

    /** Good answers per second between the first answer and the end of the load. */
    double goodPerSecond(Duration load) {
        double end = originNanos + load.toNanos();
        long[] good = phase.requests().stream()
                .filter(request -> request.outcome() == Outcome.OK && request.repliedNanos() <= end)
                .mapToLong(Request::repliedNanos)
                .sorted()
                .toArray();
        return good.length == 0 ? 0 : good.length * 1e9 / (end - good[0]);
    }
}
