package dev.loomgate.summary;

import dev.loomgate.experiment.Answers;
import dev.loomgate.experiment.Slice;
import dev.loomgate.experiment.UnitRun;
import dev.loomgate.metric.Direction;
import dev.loomgate.metric.Invalidity;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.plan.Compared;
import dev.loomgate.plan.Side;
import dev.loomgate.plan.WeightedRequest;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes one value per metric out of a unit, on logarithms; of percentiles also one for each of several requests. Each
 * window gives one ratio; the unit's value is their centre. What is read once per pair is compared by the logarithm of
 * its ratio (docs/explanation/judging.md).
 */
public final class Effects {
    /** What is read once per arm, too, and what no duel compares, but claims ask for. */
    private static final Set<Metric> OF_CLAIMS =
            EnumSet.of(Metric.THREADS_PEAK, Metric.STACK_HEIGHT, Metric.KERNEL_SHARE);

    private Effects() {}

    /**
     * Why this unit must not count; empty when it may. What a server did is not among the reasons: that is a result.
     */
    public static Optional<Invalidity> unfit(UnitRun run) {
        if (!run.invalid().isEmpty()) {
            return Optional.of(new Invalidity(
                    Invalidity.kindOf(run.invalid()), String.join("; ", Invalidity.sentences(run.invalid()))));
        }
        return Windows.of(run).complaint();
    }

    /** A unit of which nothing counts but what was answered. */
    public static UnitEffect answers(UnitRun run) {
        return new UnitEffect(run.cell(), run.number(), Map.of(), answersOf(run));
    }

    private static Map<Side, Answers> answersOf(UnitRun run) {
        return Map.of(Side.BASELINE, run.answers(Side.BASELINE), Side.CANDIDATE, run.answers(Side.CANDIDATE));
    }

    public static UnitEffect of(UnitRun run) {
        Map<Compared, LogRatio> logRatios = new HashMap<>();
        for (Metric metric : Compared.OF_SLICES) {
            logRatios.put(Compared.of(metric), of(run, metric));
        }
        for (WeightedRequest request : run.cell().requests()) {
            for (Metric metric : Compared.OF_REQUESTS) {
                Compared compared = Compared.of(metric, request.name());
                logRatios.put(compared, ofWindows(compared, Windows.of(run)));
            }
        }
        logRatios.put(Compared.of(Metric.CEILING), of(run, Metric.CEILING));
        for (Metric metric : Compared.OF_PAIRS) {
            logRatios.put(Compared.of(metric), of(run, metric));
        }
        return new UnitEffect(run.cell(), run.number(), logRatios, answersOf(run));
    }

    /** Of all requests together, whether or not a duel compares this metric. */
    public static LogRatio of(UnitRun run, Metric metric) {
        if (metric == Metric.CEILING) {
            return ceiling(run);
        }
        return Compared.OF_PAIRS.contains(metric) || OF_CLAIMS.contains(metric)
                ? ofPair(metric, run)
                : ofWindows(Compared.of(metric), Windows.of(run));
    }

    private static LogRatio ceiling(UnitRun run) {
        return run.saturated().isEmpty()
                ? new LogRatio.Missing("it is measured where 'tolerances' name it")
                : ofWindows(Compared.of(Metric.CEILING), Windows.ofSaturated(run));
    }

    /** Each window has its ratio, and the unit their centre. */
    private static LogRatio ofWindows(Compared compared, Windows windows) {
        if (windows.complaint().isPresent()) {
            return new LogRatio.Disturbed(windows.complaint().get().sentence());
        }
        List<Double> ratios = new ArrayList<>();
        Map<Side, List<Double>> all = new EnumMap<>(Side.class);
        for (List<Slice> window : windows.counted()) {
            double ratio = 0;
            for (Slice slice : window) {
                switch (slice.reading(compared)) {
                    case Reading.Measured measured -> {
                        if (measured.value() <= 0) {
                            return missing(slice, "it was " + measured.value());
                        }
                        double log = Math.log(measured.value());
                        ratio += slice.side() == Side.CANDIDATE ? log : -log;
                        all.computeIfAbsent(slice.side(), none -> new ArrayList<>())
                                .add(log);
                    }
                    case Reading.Unavailable unavailable -> {
                        return missing(slice, unavailable.reason());
                    }
                    case null -> {
                        return missing(slice, "it was not read");
                    }
                }
            }
            ratios.add(ratio);
        }
        if (ratios.isEmpty()) {
            return new LogRatio.Missing("no window counts");
        }
        double[] values = ratios.stream().mapToDouble(Double::doubleValue).toArray();
        return new LogRatio.Known(
                worse(compared.metric(), HodgesLehmann.centre(values)),
                Math.exp(mean(all, Side.BASELINE)),
                Math.exp(mean(all, Side.CANDIDATE)),
                HodgesLehmann.scatter(values));
    }

    private static LogRatio missing(Slice slice, String why) {
        return new LogRatio.Missing("window " + slice.number() + ": " + why);
    }

    private static double mean(Map<Side, List<Double>> logs, Side side) {
        return logs.getOrDefault(side, List.of()).stream()
                .mapToDouble(Double::doubleValue)
                .average()
                .orElseThrow();
    }

    private static LogRatio ofPair(Metric metric, UnitRun run) {
        return switch (reading(metric, run, Side.BASELINE)) {
            case Reading.Unavailable baseline -> missing(run, Side.BASELINE, baseline);
            case Reading.Measured baseline ->
                switch (reading(metric, run, Side.CANDIDATE)) {
                    case Reading.Unavailable candidate -> missing(run, Side.CANDIDATE, candidate);
                    case Reading.Measured candidate ->
                        ofPair(metric, baseline.value(), candidate.value(), expected(metric, run));
                };
        };
    }

    private static LogRatio missing(UnitRun run, Side side, Reading.Unavailable unavailable) {
        return new LogRatio.Missing(run.cell().arm(side).label() + ": " + unavailable.reason());
    }

    /** What the samples of both recordings let expect. */
    private static OptionalDouble expected(Metric metric, UnitRun run) {
        List<OptionalDouble> ofArms = run.explanations().values().stream()
                .map(explanation -> explanation.scatter(metric))
                .toList();
        return ofArms.size() == Side.values().length && ofArms.stream().allMatch(OptionalDouble::isPresent)
                ? OptionalDouble.of(Math.hypot(
                        ofArms.getFirst().getAsDouble(), ofArms.getLast().getAsDouble()))
                : OptionalDouble.empty();
    }

    /** What was read once of one arm. */
    public static Reading reading(Metric metric, UnitRun run, Side side) {
        @Nullable Reading reading = run.arms().getOrDefault(side, Map.of()).get(metric);
        return reading == null ? new Reading.Unavailable(metric, "it was not read") : reading;
    }

    /**
     * What collectors and compilers need may well be 0, and from 0 there is no ratio: there 1 is added to both.
     */
    private static LogRatio ofPair(Metric metric, double baseline, double candidate, OptionalDouble expected) {
        if (metric == Metric.GC_PAUSE || metric == Metric.GC_CPU || metric == Metric.JIT_CPU) {
            return new LogRatio.Known(worse(metric, Math.log1p(candidate) - Math.log1p(baseline)), baseline, candidate);
        }
        return baseline > 0 && candidate > 0
                ? new LogRatio.Known(worse(metric, Math.log(candidate / baseline)), baseline, candidate, expected)
                : new LogRatio.Missing("it was " + baseline + " and " + candidate);
    }

    private static double worse(Metric metric, double log) {
        return metric.direction() == Direction.HIGHER_IS_BETTER ? -log : log;
    }
}
