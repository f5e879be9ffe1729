package dev.loomgate.plan;

import java.util.OptionalDouble;
import java.util.OptionalInt;

/** What a thread pool can serve of a waiting workload: threads / wait (LUND 5: 100 threads / 0.1 s = 1000 req/s). */
final class Capacity {
    private Capacity() {}

    /** Empty when the workload doesn't wait or the variant has no fixed number of request threads. */
    static OptionalDouble requestsPerSecond(Variant variant, JvmRuntime runtime, Workload workload) {
        OptionalInt threads = variant.requestThreads(runtime);
        return threads.isEmpty() || workload.waits().isZero()
                ? OptionalDouble.empty()
                : OptionalDouble.of(threads.getAsInt() / (workload.waits().toNanos() / 1e9));
    }

    static boolean exceededBy(Cell cell) {
        OptionalDouble capacity = requestsPerSecond(cell.variant(), cell.runtime(), cell.workload());
        return switch (cell.load()) {
            case LoadProfile.Constant constant ->
                capacity.isPresent() && constant.requestsPerSecond() > capacity.getAsDouble();
            // Closed-model users send no faster than they are answered.
            case LoadProfile.Closed ignored -> false;
            // It has no rate.
            case LoadProfile.Simulated ignored -> false;
            // By definition below the capacity.
            case LoadProfile.Share ignored -> false;
            // Ramps and searches look for the overload.
            case Stepped ignored -> true;
        };
    }
}
