package dev.loomgate.verdict;

import dev.loomgate.metric.Metric;
import dev.loomgate.plan.Compared;
import dev.loomgate.plan.Tolerance;
import dev.loomgate.summary.Shift;
import java.util.List;

/** How the slices of a unit are looked at. */
public enum View {
    /** As sharp as can be: of what others disturb the quieter half, which is nearly blind for a cost that comes and goes; of everything else all there is. */
    SHARPEST {
        @Override
        double log(Shift.Known shift) {
            return shift.log();
        }

        @Override
        public Tolerance asked(Tolerance tolerance) {
            return tolerance;
        }

        @Override
        public String named(Metric metric) {
            return metric.toString();
        }
    },
    /** Sees what comes and goes, and every bout of a neighbour. */
    ALL_SLICES {
        @Override
        double log(Shift.Known shift) {
            return shift.overall();
        }

        @Override
        public Tolerance asked(Tolerance tolerance) {
            return new Tolerance(tolerance.tolerate(), COARSER * tolerance.caught());
        }

        @Override
        public String named(Metric metric) {
            return metric + ", all slices";
        }
    };

    /** All slices scatter about that much more: with as many units as the quieter half needs, so much more can be ruled out. */
    private static final double COARSER = 2;

    /** In how many ways the slices of a metric are seen; what others can't disturb has no quieter half. */
    public static List<View> of(Metric metric) {
        return Compared.SLOWED_BY_OTHERS.contains(metric) ? List.of(values()) : List.of(SHARPEST);
    }

    abstract double log(Shift.Known shift);

    /** What has to be found in this view, and what ruled out. */
    public abstract Tolerance asked(Tolerance tolerance);

    /** What is seen of a metric, in words. */
    public abstract String named(Metric metric);
}
