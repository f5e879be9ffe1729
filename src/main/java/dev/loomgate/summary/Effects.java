package dev.loomgate.summary;

import dev.loomgate.experiment.Answers;
import dev.loomgate.experiment.Slice;
import dev.loomgate.experiment.UnitRun;
import dev.loomgate.metric.Direction;
import dev.loomgate.metric.Invalidity;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.metric.Unit;
import dev.loomgate.plan.Compared;
import dev.loomgate.plan.Side;
import dev.loomgate.summary.Covariance.Point;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.statistics.descriptive.Median;
import org.jspecify.annotations.Nullable;

/**
 * Makes one value per metric out of a unit (reading/statistics.md 3.1). What slices show is compared on logarithms: allocation by the means of all slices; times at equal speed of
 * the machine ({@link Covariance}) by what lies between the quieter halves of both arms, and, since that is blind for what comes and goes, over all slices, too: CPU time by their means, latencies by the
 * Hodges-Lehmann shift. What is read once per pair is compared by the logarithm of its ratio.
 */
public final class Effects {
    private Effects() {}

    /** Why this unit must not count; empty when it may. What a server did is not among the reasons: that is a result. */
    public static Optional<Invalidity> unfit(UnitRun run) {
        if (!run.invalid().isEmpty()) {
            return Optional.of(new Invalidity(
                    Invalidity.kindOf(run.invalid()), String.join("; ", Invalidity.sentences(run.invalid()))));
        }
        return Blocks.of(run, false).complaint();
    }

    /** A unit of which nothing counts but what was answered. */
    public static UnitEffect answers(UnitRun run) {
        return new UnitEffect(run.cell(), run.number(), Map.of(), answersOf(run));
    }

    private static Map<Side, Answers> answersOf(UnitRun run) {
        return Map.of(Side.BASELINE, run.answers(Side.BASELINE), Side.CANDIDATE, run.answers(Side.CANDIDATE));
    }

    /** What the unit says. */
    public static UnitEffect of(UnitRun run) {
        Map<Metric, LogRatio> shifts = new EnumMap<>(Metric.class);
        for (Metric metric : Compared.OF_SLICES) {
            Blocks blocks = Blocks.of(run, isTime(metric));
            shifts.put(
                    metric,
                    blocks.complaint().isPresent()
                            ? new LogRatio.Disturbed(blocks.complaint().get().sentence())
                            : run.interleaved()
                                    ? ofWindows(metric, blocks.counted())
                                    : ofSlices(metric, blocks.counted()));
        }
        for (Metric metric : Compared.OF_PAIRS) {
            shifts.put(metric, ofPair(metric, run));
        }
        return new UnitEffect(run.cell(), run.number(), shifts, answersOf(run));
    }

    /** Both arms of a window saw the same machine: each window has its ratio, and the unit their centre. */
    private static LogRatio ofWindows(Metric metric, List<Slice> counted) {
        Map<Side, List<Double>> logs = new EnumMap<>(Side.class);
        for (Slice slice : counted) {
            switch (slice.readings().get(metric)) {
                case Reading.Measured measured -> {
                    if (measured.value() <= 0) {
                        return new LogRatio.Missing("window " + slice.number() + ": it was " + measured.value());
                    }
                    logs.computeIfAbsent(slice.side(), none -> new ArrayList<>())
                            .add(Math.log(measured.value()));
                }
                case Reading.Unavailable unavailable -> {
                    return new LogRatio.Missing("window " + slice.number() + ": " + unavailable.reason());
                }
                case null -> {
                    return new LogRatio.Missing("window " + slice.number() + ": it was not read");
                }
            }
        }
        double[] baseline = values(logs, Side.BASELINE);
        double[] candidate = values(logs, Side.CANDIDATE);
        if (baseline.length == 0) {
            return new LogRatio.Missing("no window counts");
        }
        double[] ratios = new double[baseline.length];
        Arrays.setAll(ratios, window -> candidate[window] - baseline[window]);
        return new LogRatio.Known(
                worse(metric, Median.withDefaults().evaluate(ratios.clone())),
                worse(metric, mean(ratios)),
                Math.exp(mean(baseline)),
                Math.exp(mean(candidate)));
    }

    private static double[] values(Map<Side, List<Double>> logs, Side side) {
        return logs.getOrDefault(side, List.of()).stream()
                .mapToDouble(Double::doubleValue)
                .toArray();
    }

    private static LogRatio ofSlices(Metric metric, List<Slice> counted) {
        List<Point> baseline = new ArrayList<>();
        List<Point> candidate = new ArrayList<>();
        boolean speedKnown = counted.stream().allMatch(Effects::tellsSpeed);
        for (Slice slice : counted) {
            switch (slice.readings().get(metric)) {
                case Reading.Measured measured -> {
                    if (measured.value() <= 0) {
                        return new LogRatio.Missing("slice " + slice.number() + ": it was " + measured.value());
                    }
                    Point point = new Point(Math.log(measured.value()), speedKnown ? Math.log(speed(slice)) : 0);
                    (slice.side() == Side.BASELINE ? baseline : candidate).add(point);
                }
                case Reading.Unavailable unavailable -> {
                    return new LogRatio.Missing("slice " + slice.number() + ": " + unavailable.reason());
                }
                case null -> {
                    return new LogRatio.Missing("slice " + slice.number() + ": it was not read");
                }
            }
        }
        if (baseline.isEmpty() || candidate.isEmpty()) {
            return new LogRatio.Missing("no slice counts");
        }
        if (!Compared.SLOWED_BY_OTHERS.contains(metric)) {
            double log = meanShift(values(baseline), values(candidate));
            return new LogRatio.Known(worse(metric, log), geometricMean(baseline), geometricMean(candidate));
        }
        double log = Covariance.shift(baseline, candidate, LowerHalfMean::shift);
        // CPU time adds up, and whoever pays for it pays for every bout; percentiles of slices do not, and one bout
        // moves their mean by half.
        double overall =
                Covariance.shift(baseline, candidate, isTime(metric) ? HodgesLehmann::shift : Effects::meanShift);
        return new LogRatio.Known(worse(metric, log), worse(metric, overall), quiet(baseline), quiet(candidate));
    }

    private static boolean isTime(Metric metric) {
        return metric.unit().dimension() == Unit.Dimension.TIME;
    }

    private static boolean tellsSpeed(Slice slice) {
        return speed(slice) > 0;
    }

    /** What the generator needed for the work that is the same in every slice; 0 where that is not known. */
    private static double speed(Slice slice) {
        return slice.readings().get(Metric.GENERATOR_CPU) instanceof Reading.Measured measured ? measured.value() : 0;
    }

    private static LogRatio ofPair(Metric metric, UnitRun run) {
        return switch (reading(metric, run, Side.BASELINE)) {
            case Reading.Unavailable baseline -> missing(run, Side.BASELINE, baseline);
            case Reading.Measured baseline ->
                switch (reading(metric, run, Side.CANDIDATE)) {
                    case Reading.Unavailable candidate -> missing(run, Side.CANDIDATE, candidate);
                    case Reading.Measured candidate -> ofPair(metric, baseline.value(), candidate.value());
                };
        };
    }

    private static LogRatio missing(UnitRun run, Side side, Reading.Unavailable unavailable) {
        return new LogRatio.Missing(run.cell().arm(side).label() + ": " + unavailable.reason());
    }

    private static Reading reading(Metric metric, UnitRun run, Side side) {
        @Nullable Reading reading = run.arms().getOrDefault(side, Map.of()).get(metric);
        return reading == null ? new Reading.Unavailable(metric, "it was not read") : reading;
    }

    /** Pauses may well be 0, and from 0 there is no ratio: there 1 is added to both (reading/statistics.md 2.3). */
    private static LogRatio ofPair(Metric metric, double baseline, double candidate) {
        if (metric == Metric.GC_PAUSE || metric == Metric.JIT_CPU) {
            return new LogRatio.Known(worse(metric, Math.log1p(candidate) - Math.log1p(baseline)), baseline, candidate);
        }
        return baseline > 0 && candidate > 0
                ? new LogRatio.Known(worse(metric, Math.log(candidate / baseline)), baseline, candidate)
                : new LogRatio.Missing("it was " + baseline + " and " + candidate);
    }

    private static double worse(Metric metric, double log) {
        return metric.direction() == Direction.HIGHER_IS_BETTER ? -log : log;
    }

    private static double meanShift(double[] from, double[] to) {
        return mean(to) - mean(from);
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).average().orElseThrow();
    }

    private static double quiet(List<Point> points) {
        return Math.exp(LowerHalfMean.location(values(points)));
    }

    private static double geometricMean(List<Point> points) {
        return Math.exp(mean(values(points)));
    }

    private static double[] values(List<Point> points) {
        return points.stream().mapToDouble(Point::value).toArray();
    }
}
