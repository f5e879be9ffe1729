package dev.loomgate.summary;

import java.util.List;
import java.util.function.ToDoubleBiFunction;

/**
 * How far one sample lies from another at equal speed of the machine: their shift after an analysis of covariance. What the covariate did within each sample tells
 * how the values follow it; as much is taken out of every value. The covariate must not depend on which sample it belongs to.
 */
final class Covariance {
    /** Standard deviation, as a logarithm, that the covariate has of its own: without a doubt about it a slope would be found in noise. */
    private static final double OWN_NOISE = 0.02;

    private Covariance() {}

    /**
     * A value and what the machine was like meanwhile.
     *
     * @param value logarithm
     * @param covariate logarithm
     */
    record Point(double value, double covariate) {
        double without(double slope) {
            return value - slope * covariate;
        }
    }

    /**
     * What has to be added to {@code from} to get to {@code to}.
     *
     * @param shift how that is told from two samples at equal speed
     */
    static double shift(List<Point> from, List<Point> to, ToDoubleBiFunction<double[], double[]> shift) {
        double slope = slope(from, to);
        return shift.applyAsDouble(without(from, slope), without(to, slope));
    }

    /** Between 0, nothing to do with each other, and 1, a machine that is slower by so much makes both dearer by as much. */
    static double slope(List<Point> from, List<Point> to) {
        double together = 0;
        double across = (from.size() + to.size()) * OWN_NOISE * OWN_NOISE;
        for (List<Point> sample : List.of(from, to)) {
            double value = sample.stream().mapToDouble(Point::value).average().orElse(0);
            double covariate =
                    sample.stream().mapToDouble(Point::covariate).average().orElse(0);
            for (Point point : sample) {
                together += (point.value() - value) * (point.covariate() - covariate);
                across += (point.covariate() - covariate) * (point.covariate() - covariate);
            }
        }
        return Math.clamp(together / across, 0, 1);
    }

    private static double[] without(List<Point> sample, double slope) {
        return sample.stream().mapToDouble(point -> point.without(slope)).toArray();
    }
}
