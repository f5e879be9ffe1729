package dev.loomgate.verdict;

import dev.loomgate.metric.Metric;
import dev.loomgate.plan.Compared;
import dev.loomgate.plan.Tolerance;
import dev.loomgate.summary.LogRatio;
import java.util.List;

/** How the slices of a unit are looked at. */
public enum SliceEstimator {
    /** As sharp as can be: of what others disturb the quieter half, which is nearly blind for a cost that comes and goes; of everything else all there is. */
    SHARPEST("", 1),

    /** Sees what comes and goes, and every bout of a neighbour. It scatters up to twice as much: with as many units as the quieter half needs, twice as much can be ruled out. */
    ALL_SLICES(", all slices", 2);

    private final String ending;
    private final double coarser;

    SliceEstimator(String ending, double coarser) {
        this.ending = ending;
        this.coarser = coarser;
    }

    /** In how many ways the slices of a metric are seen; what others can't disturb has no quieter half. */
    public static List<SliceEstimator> of(Metric metric) {
        return Compared.SLOWED_BY_OTHERS.contains(metric) ? List.of(values()) : List.of(SHARPEST);
    }

    double log(LogRatio.Known shift) {
        return this == SHARPEST ? shift.log() : shift.overall();
    }

    /** What has to be found in this view, and what ruled out. */
    public Tolerance asked(Tolerance tolerance) {
        return new Tolerance(tolerance.tolerate(), coarser * tolerance.caught());
    }

    /** What is seen of a metric, in words. */
    public String named(Metric metric) {
        return metric + ending;
    }
}
