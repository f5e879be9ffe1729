package dev.loomgate.plan;

import dev.loomgate.metric.Metric;
import java.util.EnumSet;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Between which values a metric of one variant is claimed to lie, alone or as a share of that of another, on the same
 * workload and load.
 *
 * @param of variant that the claim is about
 * @param over variant that it is compared with; empty when it is looked at alone
 * @param low at least: a ratio, or a number in the metric's unit
 * @param high at most; infinite when there is no such bound
 * @param alike two variants whose ratio is within this share of 1 are alike, as 0.03; 0 where that is no question
 * @param study what the study found of it: a ratio, or a number in the metric's unit
 */
public record Relation(
        Metric metric,
        String workload,
        LoadProfile load,
        String of,
        Optional<String> over,
        double low,
        double high,
        double alike,
        OptionalDouble study) {
    private static final Set<Metric> OF_RECORDINGS = EnumSet.of(Metric.STACK_HEIGHT, Metric.KERNEL_SHARE);

    /** Threads that a load has started stay for a while, and of memory a part. */
    private static final Set<Metric> LEFT_BEHIND = EnumSet.of(Metric.LIVE_HEAP, Metric.RSS, Metric.THREADS_PEAK);

    /** What a request takes and costs, and what a server occupies. */
    private static final Set<Metric> OF_PAIRS = EnumSet.of(
            Metric.MEAN,
            Metric.P50,
            Metric.P90,
            Metric.P95,
            Metric.P99,
            Metric.APPLICATION_CPU,
            Metric.ALLOCATED,
            Metric.GC_PAUSE,
            Metric.LIVE_HEAP,
            Metric.RSS,
            Metric.THREADS_PEAK,
            Metric.STACK_HEIGHT,
            Metric.KERNEL_SHARE);

    public Relation {
        if (!(low >= 0 && low < high)) {
            throw new IllegalArgumentException("a relation needs 0 <= low < high, has " + low + " and " + high);
        }
        if (low == 0 && Double.isInfinite(high)) {
            throw new IllegalArgumentException("what may be anything can't fail");
        }
        if (!(alike >= 0 && alike < 1)) {
            throw new IllegalArgumentException("'alike' is a share below 100 %, not " + 100 * alike + " %");
        }
    }

    /**
     * Whether it can be read off two servers that have the same load in the same seconds, or in turns. At a rate the
     * most that they answer is asked behind it; to users how much is answered is the result.
     */
    public boolean isOfPairs() {
        Optional<Metric> answered = switch (load) {
            case LoadProfile.Constant rate -> Optional.of(Metric.CEILING);
            case LoadProfile.Closed users -> Optional.of(Metric.THROUGHPUT);
            default -> Optional.empty();
        };
        return over.filter(other -> !other.equals(of)).isPresent()
                && answered.filter(most -> most == metric || OF_PAIRS.contains(metric))
                        .isPresent();
    }

    /** Whether what earlier loads have left on its servers would be in it. */
    boolean isOfWhatLoadsLeave() {
        return LEFT_BEHIND.contains(metric);
    }

    /** Whether only a flight recording tells. */
    boolean isOfRecordings() {
        return OF_RECORDINGS.contains(metric);
    }

    /**
     * Whether it is about one variant, and can be read off any pair that has it under this load.
     */
    public boolean isOfOneOfAPair() {
        return over.isEmpty() && metric == Metric.THREADS_PEAK;
    }

    /** Whether it needs what a cell tells. */
    boolean isAbout(Cell cell) {
        return cell.workload().name().equals(workload)
                && cell.load().equals(load)
                && variants().anyMatch(cell.variant().name()::equals);
    }

    /** Whether it compares these two variants on that workload, at whatever rate. */
    public boolean isAbout(PairedCell pair) {
        String one = pair.baseline().variant().name();
        String other = pair.candidate().variant().name();
        return pair.workload().name().equals(workload)
                && over.isPresent()
                && Set.of(of, over.get()).equals(Set.of(one, other));
    }

    /** Whether it can be read off one side of this pair. */
    boolean isReadOff(PairedCell pair) {
        return isOfOneOfAPair()
                && load.equals(pair.loadOfEach())
                && pair.workload().name().equals(workload)
                && Stream.of(pair.baseline(), pair.candidate())
                        .anyMatch(arm -> arm.variant().name().equals(of));
    }

    /** Whether this pair has to be measured for it. */
    boolean needs(PairedCell pair) {
        return (isOfPairs() && isAbout(pair) && load.equals(pair.loadOfEach())) || isReadOff(pair);
    }

    /** The variants whose cells it needs. */
    public Stream<String> variants() {
        return Stream.concat(Stream.of(of), over.stream());
    }
}
