package dev.loomgate.sampling;

import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;

/**
 * What a recording of one phase tells about why a server is as it is.
 *
 * @param collections by kind, young ones first (DEBS table 6)
 * @param safepoints stops of all threads
 * @param locks waits for a lock that somebody else held
 * @param pinned virtual threads that waited and kept their carrier
 * @param occupying classes whose instances took most of the heap when the recording ended, with their share of it (DEBS
 *     table 7)
 * @param allocating classes whose instances took most of the allocated bytes, with their share
 * @param samples stacks of running application threads
 * @param sampled CPU time that the samples stand for
 * @param stackHeight frames of a sample in the mean (LUND table 4.4)
 * @param kernelShare share of the CPU time of application threads that was spent in the code of the workload itself,
 *     from 0 to 1 (LUND table 4.4)
 * @param ofCpuTime where samples are taken: true for all CPU time of a thread (JDK 25 and later, on Linux, where no
 *     thread runs too briefly for it), false for what it spends in Java code
 * @param userShare of the CPU time of application threads, what was not spent in the operating system, from 0 to 1
 * @param hottest methods in which samples were taken, with their share: time in the method itself
 */
public record FlightFacts(
        List<Collections> collections,
        Waits safepoints,
        Waits locks,
        Waits pinned,
        List<Share> occupying,
        List<Share> allocating,
        long samples,
        Duration sampled,
        double stackHeight,
        double kernelShare,
        boolean ofCpuTime,
        double userShare,
        List<Share> hottest) {
    /** Between two samples of a thread's CPU time. The clock that tells it ticks every 4 ms on many kernels. */
    static final Duration CPU_TIME_EVERY = Duration.ofMillis(5);

    /** Between two samples of Java code; JDK 21 takes no more of them. */
    static final Duration JAVA_CODE_EVERY = Duration.ofMillis(10);

    public FlightFacts {
        collections = List.copyOf(collections);
        occupying = List.copyOf(occupying);
        allocating = List.copyOf(allocating);
        hottest = List.copyOf(hottest);
    }

    /**
     * Standard deviation of the logarithm of {@link #kernelShare} that so many samples let expect; empty where none was
     * taken in the workload's code.
     */
    public OptionalDouble kernelScatter() {
        double ofSamples = ofCpuTime ? kernelShare : kernelShare / userShare;
        return samples > 0 && ofSamples > 0
                ? OptionalDouble.of(Math.sqrt(Math.max(0, 1 - ofSamples) / (ofSamples * samples)))
                : OptionalDouble.empty();
    }

    /** Between two samples. */
    public Duration sampleEvery() {
        return ofCpuTime ? CPU_TIME_EVERY : JAVA_CODE_EVERY;
    }

    /** Collections of one kind. */
    public record Collections(String kind, long count, Duration sum, Duration longest) {
        /** Of a pause. */
        public Duration average() {
            return count == 0 ? Duration.ZERO : sum.dividedBy(count);
        }
    }

    /** How often something had to wait, and for how long. */
    public record Waits(long count, Duration sum, Duration longest) {}

    /**
     * A part of the whole.
     *
     * @param share from 0 to 1
     */
    public record Share(String name, double share) {}
}
