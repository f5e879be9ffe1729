package dev.loomgate.plan;

import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/** What a thread pool can serve of a waiting workload: threads / wait (LUND 5: 100 threads / 0.1 s = 1000 req/s). */
final class Capacity {
    private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,8}");

    private Capacity() {}

    static OptionalInt requestThreads(Variant variant, JvmRuntime runtime) {
        String threads = variant.effectiveOn(runtime).getOrDefault("request-threads", "");
        return NUMBER.matcher(threads).matches() ? OptionalInt.of(Integer.parseInt(threads)) : OptionalInt.empty();
    }

    /** Empty when the workload doesn't wait or the variant has no fixed number of request threads. */
    static OptionalDouble requestsPerSecond(Variant variant, JvmRuntime runtime, Workload workload) {
        OptionalInt threads = requestThreads(variant, runtime);
        return threads.isEmpty() || workload.waits().isZero()
                ? OptionalDouble.empty()
                : OptionalDouble.of(threads.getAsInt() / (workload.waits().toNanos() / 1e9));
    }

    static boolean exceededBy(Cell cell) {
        OptionalDouble capacity = requestsPerSecond(cell.variant(), cell.runtime(), cell.workload());
        return switch (cell.load()) {
            case LoadProfile.Constant constant ->
                capacity.isPresent() && constant.requestsPerSecond() > capacity.getAsDouble();
            // Whoever waits for his answer asks no faster than he is served.
            case LoadProfile.Closed ignored -> false;
            // It is made to stay below.
            case LoadProfile.Share ignored -> false;
            // That is what it looks for.
            case Stepped ignored -> true;
        };
    }
}
