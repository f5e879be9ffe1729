package dev.loomgate.summary;

import dev.loomgate.experiment.CellRun;
import dev.loomgate.experiment.Iteration;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.plan.Ramp;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** What a ramp has shown, rate by rate. */
public record RateCurve(List<Point> points) {

    public RateCurve {
        points = List.copyOf(points);
    }

    /** How a server does at a rate (DEBS table 4). */
    public enum Condition {
        NORMAL,
        /** It still answers all of the rate, but its CPUs are nearly used up, or latency or memory has risen. */
        CRITICAL,
        /** It answers less than the rate. */
        OVERLOAD
    }

    /**
     * One rate.
     *
     * @param steps that were measured at it and are valid
     * @param failed of them
     * @param estimates over the steps that held, or of the best of them, as the ramp has it; missing where none did
     */
    public record Point(
            int requestsPerSecond, int steps, int failed, Condition condition, Map<Metric, Estimate> estimates) {
        public Point {
            estimates = Map.copyOf(estimates);
        }

        /** How many of the steps failed, from 0 to 1. */
        public double failedShare() {
            return (double) failed / steps;
        }
    }

    /** Rates at which no valid step was measured have no point. */
    public static RateCurve of(CellRun run, Ramp ramp) {
        NavigableMap<Integer, List<Iteration>> byRate = new TreeMap<>();
        run.validIterations()
                .forEach(iteration -> iteration
                        .step()
                        .ifPresent(step -> byRate.computeIfAbsent(step.requestsPerSecond(), none -> new ArrayList<>())
                                .add(iteration)));
        if (byRate.isEmpty()) {
            return new RateCurve(List.of());
        }
        List<Iteration> first = byRate.firstEntry().getValue();
        List<Point> points = new ArrayList<>();
        byRate.forEach((rate, steps) -> points.add(
                point(rate, steps, condition(rate, steps, first, run, ramp.conditions()), ramp.aggregate())));
        return new RateCurve(points);
    }

    private static Point point(int rate, List<Iteration> steps, Condition condition, Ramp.Aggregate aggregate) {
        List<Iteration> held =
                steps.stream().filter(step -> step.step().orElseThrow().held()).toList();
        return new Point(
                rate, steps.size(), steps.size() - held.size(), condition, Summaries.over(chosen(held, aggregate)));
    }

    private static List<Iteration> chosen(List<Iteration> held, Ramp.Aggregate aggregate) {
        return switch (aggregate) {
            case MEAN -> held;
            case BEST ->
                held.stream()
                        .min(Comparator.comparingDouble(
                                step -> mean(Metric.P50, List.of(step)).orElse(Double.MAX_VALUE)))
                        .stream()
                        .toList();
        };
    }

    private static Condition condition(
            int rate, List<Iteration> steps, List<Iteration> first, CellRun run, Ramp.Conditions conditions) {
        if (mean(Metric.THROUGHPUT, steps).orElse(0) < conditions.throughput() * rate) {
            return Condition.OVERLOAD;
        }
        double cpus = ServerCpus.of(run);
        boolean critical = mean(Metric.CPU_LOAD, steps).orElse(0) > 100 * conditions.cpu() * cpus
                || rises(Metric.P50, conditions.latencyRise(), steps, first)
                || rises(Metric.RSS, conditions.memoryRise(), steps, first);
        return critical ? Condition.CRITICAL : Condition.NORMAL;
    }

    private static boolean rises(Metric metric, double by, List<Iteration> steps, List<Iteration> first) {
        OptionalDouble now = mean(metric, steps);
        OptionalDouble before = mean(metric, first);
        return now.isPresent() && before.isPresent() && now.getAsDouble() > (1 + by) * before.getAsDouble();
    }

    private static OptionalDouble mean(Metric metric, List<Iteration> steps) {
        return steps.stream()
                .map(step -> step.readings().get(metric))
                .filter(Reading.Measured.class::isInstance)
                .mapToDouble(reading -> ((Reading.Measured) reading).value())
                .average();
    }
}
