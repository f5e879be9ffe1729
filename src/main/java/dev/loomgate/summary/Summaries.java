package dev.loomgate.summary;

import dev.loomgate.experiment.CellRun;
import dev.loomgate.experiment.Iteration;
import dev.loomgate.experiment.LatencyMetric;
import dev.loomgate.load.IterationLoad;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.plan.Requests;
import dev.loomgate.plan.Stepped;
import dev.loomgate.plan.Workload;
import dev.loomgate.summary.Estimate.Estimated;
import dev.loomgate.summary.Estimate.Missing;
import java.util.ArrayList;
import java.util.Collection;
import java.util.DoubleSummaryStatistics;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Makes one estimate per metric out of a cell's valid iterations; of failed and wrong answers out of all.
 *
 * <p>What is a sample gets a 95 % interval over iterations ({@link Interval}). What is a census of this run gets the
 * interval [value, value], so that it can be compared exactly:
 * <ul>
 * <li>the extremes {@code min} and {@code max};
 * <li>{@code errors} and {@code wrong-answers}, pooled over all requests: a limit of {@code <= 0 %} passes with 0
 *     failures and is broken by one. The upper end of a binomial interval is above 0 even after 0 failures, so such a
 *     limit could never pass;
 * <li>stocks that a leak lets grow from iteration to iteration ({@code live-heap}, {@code rss}, {@code threads-live},
 *     {@code threads-daemon}, {@code threads-peak}): the highest seen. Around a mean the growth itself would widen the
 *     interval until no leak could break a limit.
 * </ul>
 *
 * <p>One value of a sampled metric has no known spread: its interval is [0, infinity), so that no limit is decided by
 * it. That is always so for {@code startup} and {@code time-to-warm}: one boot is one observation.
 */
public final class Summaries {
    private final List<Iteration> iterations;

    private Summaries(List<Iteration> iterations) {
        this.iterations = iterations;
    }

    /** The cell in numbers; metrics that any valid iteration lacks are missing, with the reason. */
    public static CellSummary of(CellRun run) {
        Summaries summaries = new Summaries(run.validIterations());
        Map<Metric, Estimate> estimates = new EnumMap<>(Metric.class);
        for (Metric metric : Metric.values()) {
            estimates.put(
                    metric,
                    switch (metric) {
                        case STARTUP, TIME_TO_WARM, STACK_HEIGHT, KERNEL_SHARE ->
                            ofTrial(metric, run.trialReadings().get(metric));
                        case CAPACITY -> Sustainable.of(run.sustained());
                        case CEILING -> new Estimate.Missing(metric, "only a comparison of two arms looks for it");
                        case WRONG_ANSWERS ->
                            wrongAnswers(run.iterations(), run.cell().workload());
                        case ERRORS -> stepped(run) ? ofSteps(metric, run) : errors(run.iterations());
                        default -> stepped(run) ? ofSteps(metric, run) : summaries.estimate(metric);
                    });
        }
        Map<String, Map<Metric, Estimate>> requests = new LinkedHashMap<>();
        if (!stepped(run)) {
            names(run).forEach(name -> requests.put(name, ofRequest(run, name)));
        }
        return new CellSummary(run, estimates, requests);
    }

    /** Those of the workload; those that it has sent where a simulation chooses them. */
    private static Collection<String> names(CellRun run) {
        return run.cell().workload().clients() instanceof Requests requests
                ? requests.names()
                : run.iterations().stream()
                        .flatMap(iteration -> iteration.load().requests().keySet().stream())
                        .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static Map<Metric, Estimate> ofRequest(CellRun run, String name) {
        Summaries valid = new Summaries(alone(run.validIterations(), name));
        Map<Metric, Estimate> estimates = new EnumMap<>(Metric.class);
        for (Metric metric : Metric.values()) {
            if (metric == Metric.WRONG_ANSWERS) {
                estimates.put(
                        metric,
                        wrongAnswers(alone(run.iterations(), name), run.cell().workload()));
            } else if (metric == Metric.ERRORS) {
                estimates.put(metric, errors(alone(run.iterations(), name)));
            } else if (metric.isOfRequest()) {
                estimates.put(metric, valid.estimate(metric));
            }
        }
        return estimates;
    }

    private static List<Iteration> alone(List<Iteration> iterations, String request) {
        return iterations.stream()
                .flatMap(iteration -> iteration.ofRequest(request).stream())
                .toList();
    }

    /** An estimate of every metric of an iteration over these ones alone. */
    static Map<Metric, Estimate> over(List<Iteration> iterations) {
        Summaries summaries = new Summaries(iterations);
        Map<Metric, Estimate> estimates = new EnumMap<>(Metric.class);
        for (Metric metric : Metric.values()) {
            if (metric.isOfIteration()) {
                estimates.put(metric, summaries.estimate(metric));
            }
        }
        return estimates;
    }

    private static boolean stepped(CellRun run) {
        return run.cell().load() instanceof Stepped;
    }

    /** Over all rates together nothing has a meaning. */
    private static Estimate ofSteps(Metric metric, CellRun run) {
        return new Missing(metric, run.cell().load().displayName() + " has a value of it for every rate");
    }

    private static Estimate ofTrial(Metric metric, @Nullable Reading reading) {
        return switch (reading) {
            case Reading.Measured measured ->
                estimated(metric, measured.value(), Interval.UNKNOWN, List.of(measured.value()));
            case Reading.Unavailable unavailable -> new Missing(metric, unavailable.reason());
            case null -> new Missing(metric, "it was not measured in this trial");
        };
    }

    private Estimate estimate(Metric metric) {
        if (iterations.isEmpty()) {
            return new Missing(metric, "no iteration was valid");
        }
        if (metric == Metric.ERRORS) {
            return errors(iterations);
        }
        List<Double> values = new ArrayList<>();
        for (Iteration iteration : iterations) {
            switch (iteration.readings().get(metric)) {
                case Reading.Measured measured -> values.add(measured.value());
                case Reading.Unavailable unavailable -> {
                    return missing(metric, iteration, unavailable.reason());
                }
                case null -> {
                    return missing(metric, iteration, "it was not read");
                }
            }
        }
        return estimate(metric, values);
    }

    private static Missing missing(Metric metric, Iteration iteration, String reason) {
        return new Missing(metric, "iteration " + iteration.number() + ": " + reason);
    }

    private Estimate estimate(Metric metric, List<Double> values) {
        return switch (metric) {
            case MIN -> census(metric, values.stream().mapToDouble(v -> v).min().orElseThrow(), values);
            case MAX, LIVE_HEAP, RSS, THREADS_LIVE, THREADS_DAEMON, THREADS_PEAK ->
                census(metric, values.stream().mapToDouble(v -> v).max().orElseThrow(), values);
            case WRONG_ANSWERS -> census(metric, percent(iterations, IterationLoad::wrongBodies), values);
            case MEAN, P50, P90, P95, P99, P99_9 -> sample(metric, merged(metric, IterationLoad::latency), values);
            case SERVICE_P50, SERVICE_P99 -> sample(metric, merged(metric, IterationLoad::service), values);
            case LATENESS_P99 -> sample(metric, merged(metric, IterationLoad::lateness), values);
            default -> sample(metric, mean(values), values);
        };
    }

    private double merged(Metric metric, Function<IterationLoad, Histogram> part) {
        return LatencyMetric.millis(metric, Merged.of(iterations, part));
    }

    /**
     * Failed requests of one iteration. Of a valid one each counts. Of an invalid one the answers count, because
     * neither machine nor instrument makes a server answer with another status; a request without an answer is left
     * out of both numbers, because a busy machine or generator lets it time out, too.
     *
     * @param of among so many requests
     */
    private record Failures(long failed, long of, Map<String, Long> kinds) {
        static Failures in(Iteration iteration) {
            IterationLoad load = iteration.load();
            Map<String, Long> kinds = iteration.valid() ? load.errors() : load.badStatuses();
            long failed = kinds.values().stream().mapToLong(Long::longValue).sum();
            return new Failures(
                    failed, iteration.valid() ? load.started() : load.good() + load.wrongBodies() + failed, kinds);
        }

        Failures plus(Failures more) {
            Map<String, Long> all = new TreeMap<>(kinds);
            more.kinds.forEach((kind, count) -> all.merge(kind, count, Long::sum));
            return new Failures(failed + more.failed, of + more.of, all);
        }

        double percent() {
            return 100.0 * failed / of;
        }

        String inWords() {
            return failed == 0
                    ? ""
                    : failed + " of " + of + " requests failed ("
                            + kinds.entrySet().stream()
                                    .map(kind -> kind.getValue() + " × " + kind.getKey())
                                    .collect(Collectors.joining(", "))
                            + ")";
        }
    }

    /** Of all iterations, the invalid ones too: what a server answers is a result. */
    private static Estimate errors(List<Iteration> iterations) {
        List<Failures> each = iterations.stream()
                .map(Failures::in)
                .filter(seen -> seen.of() > 0)
                .toList();
        Failures all = each.stream().reduce(new Failures(0, 0, Map.of()), Failures::plus);
        return each.isEmpty()
                ? new Missing(Metric.ERRORS, "no request was answered")
                : census(
                                Metric.ERRORS,
                                all.percent(),
                                each.stream().map(Failures::percent).toList())
                        .counted(all.inWords());
    }

    /** Of all iterations, the invalid ones too: no machine and no instrument makes a server answer something else. */
    private static Estimate wrongAnswers(List<Iteration> iterations, Workload workload) {
        List<Iteration> sent =
                iterations.stream().filter(it -> it.load().started() > 0).toList();
        if (sent.isEmpty()) {
            return new Missing(Metric.WRONG_ANSWERS, "no request was sent");
        }
        List<Double> values = sent.stream()
                .map(it -> percent(List.of(it), IterationLoad::wrongBodies))
                .toList();
        long wrong = total(sent, IterationLoad::wrongBodies);
        String counted = wrong == 0
                ? ""
                : wrong + " of " + total(sent, IterationLoad::started)
                        + " requests were answered with a good status and a wrong body, the first with "
                        + sent.stream()
                                .map(Iteration::load)
                                .filter(load -> load.wrongBodies() > 0)
                                .findFirst()
                                .map(load -> firstWrongBody(load, workload))
                                .orElseThrow();
        return census(Metric.WRONG_ANSWERS, percent(sent, IterationLoad::wrongBodies), values)
                .counted(counted);
    }

    /** What it was, and what it should have been if that is one thing only. */
    private static String firstWrongBody(IterationLoad load, Workload workload) {
        String quoted = "'" + load.wrongBody() + "'";
        return workload.clients() instanceof Requests requests
                        && requests.names().isEmpty()
                ? quoted + " instead of a match of '" + requests.first().answer() + "'"
                : quoted;
    }

    /** Of all requests of the iterations together. */
    private static double percent(List<Iteration> iterations, ToLongFunction<IterationLoad> part) {
        return 100.0 * total(iterations, part) / total(iterations, IterationLoad::started);
    }

    private static long total(List<Iteration> iterations, ToLongFunction<IterationLoad> part) {
        return iterations.stream().map(Iteration::load).mapToLong(part).sum();
    }

    private static double mean(List<Double> values) {
        DoubleSummaryStatistics all =
                values.stream().mapToDouble(value -> value).summaryStatistics();
        // Rounding must not move the mean of equal values off the value: their interval has no width.
        return Math.clamp(all.getAverage(), all.getMin(), all.getMax());
    }

    private static Estimated census(Metric metric, double value, List<Double> values) {
        return estimated(metric, value, Interval.exactly(value), values);
    }

    private static Estimated sample(Metric metric, double centre, List<Double> values) {
        return estimated(metric, centre, Interval.of(values).holding(centre), values);
    }

    private static Estimated estimated(Metric metric, double value, Interval interval, List<Double> values) {
        return new Estimated(metric, value, interval.low(), interval.high(), values);
    }
}
