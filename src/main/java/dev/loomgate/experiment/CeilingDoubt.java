package dev.loomgate.experiment;

import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.plan.Side;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** What a server did at its ceiling that may have kept it from answering more. Its phases count all the same. */
public enum CeilingDoubt {
    JIT("its JIT used %s%.0f %% of its CPUs: it may answer more when it is warm"),
    COLLECTOR("its collector paused it for %s%.0f %% of the time: it may answer more with a larger heap");

    /**
     * With 600 users and 768 MiB it was 10 and 16 % in two of five units of {@code webflux-tomcat}, of which one stood out;
     * with twice the heap at most 4 %.
     */
    private static final double PAUSED = 0.1;

    private static final double MICROSECONDS = 1e6;

    private final String sentence;

    CeilingDoubt(String sentence) {
        this.sentence = sentence;
    }

    /**
     * Those of an arm, each with its share of the phases that count.
     *
     * @param jitShare what a JIT may use of the time of the server's CPUs
     */
    public static Map<CeilingDoubt, Double> of(Side side, List<Slice> saturated, double jitShare) {
        Map<CeilingDoubt, Double> doubts = new EnumMap<>(CeilingDoubt.class);
        double compiled = mean(side, saturated, StillCompiling::share);
        if (compiled > jitShare) {
            doubts.put(JIT, compiled);
        }
        double paused = mean(side, saturated, CeilingDoubt::paused);
        if (paused > PAUSED) {
            doubts.put(COLLECTOR, paused);
        }
        return doubts;
    }

    /** {@code its collector paused it for 49 % of the time: …}. */
    String sentence(double share) {
        return String.format(Locale.ROOT, sentence, "", 100 * share);
    }

    /** {@code its collector paused it for up to 49 % of the time: …}. */
    public String sentence(List<Double> shares) {
        return String.format(Locale.ROOT, sentence, "up to ", 100 * Collections.max(shares));
    }

    private static double mean(Side side, List<Slice> saturated, ToDoubleFunction<Slice> share) {
        return saturated.stream()
                .filter(slice -> slice.side() == side && slice.settled())
                .mapToDouble(share)
                .average()
                .orElse(0);
    }

    /** Of the time in which it was asked; 0 where that is not known. */
    private static double paused(Slice slice) {
        return slice.readings().get(Metric.GC_PAUSE) instanceof Reading.Measured microseconds
                        && slice.readings().get(Metric.THROUGHPUT) instanceof Reading.Measured perSecond
                ? microseconds.value() * perSecond.value() / MICROSECONDS
                : 0;
    }
}
