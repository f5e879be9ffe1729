package dev.loomgate.report;

import dev.loomgate.experiment.CellRun;
import dev.loomgate.experiment.Iteration;
import dev.loomgate.load.IterationLoad;
import dev.loomgate.metric.Invalidity;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Quantity;
import dev.loomgate.metric.Reading;
import dev.loomgate.plan.BackendDependency;
import dev.loomgate.plan.Bound;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.HttpRequest;
import dev.loomgate.plan.Limit;
import dev.loomgate.plan.LoadProfile;
import dev.loomgate.plan.Program;
import dev.loomgate.plan.Protocol;
import dev.loomgate.plan.Requests;
import dev.loomgate.plan.TestRuntimes;
import dev.loomgate.plan.Variant;
import dev.loomgate.plan.Workload;
import dev.loomgate.sampling.Second;
import dev.loomgate.summary.CellSummary;
import dev.loomgate.summary.Estimate;
import dev.loomgate.verdict.CellVerdict;
import dev.loomgate.verdict.CellVerdict.Outcome;
import dev.loomgate.verdict.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** A cell made by hand: every metric is 10 within 9 to 11 until a test says otherwise. */
public final class TestCell {
    private final Cell cell;
    private final Map<Metric, Estimate> estimates = new EnumMap<>(Metric.class);
    private final List<Iteration> iterations = new ArrayList<>();
    private final List<Verdict> verdicts = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private List<String> reasons = List.of();
    private Outcome outcome = Outcome.UNGATED;
    private Optional<String> died = Optional.empty();
    private String file = "thresholds.yml";
    private String commandLine = "java -Xmx256m -jar spring-mvc.jar";
    private Map<String, String> effective = Map.of("server.threads.max", "100", "gc", "G1");

    public TestCell(String variant, String workload, int rate) {
        this(variant, workload, rate, "jdk25");
    }

    TestCell(String variant, String workload, int rate, String runtime) {
        cell = new Cell(
                new Variant(
                        variant,
                        new Program.Shipped("spring-mvc"),
                        Map.of("spring.threads.virtual.enabled", "true"),
                        List.of(),
                        Map.of(),
                        Protocol.PLAIN),
                TestRuntimes.of(runtime, 25, 256, 512, List.of("-XX:+UseG1GC")),
                new Workload(
                        workload,
                        Requests.of(HttpRequest.get("/" + workload.replaceAll("[^a-z]", ""), "ok")),
                        Optional.empty(),
                        workload.equals("io") ? Duration.ofMillis(100) : Duration.ZERO,
                        4,
                        new BackendDependency.Nothing()),
                new LoadProfile.Constant(rate));
        for (Metric metric : Metric.values()) {
            estimate(metric, 10, 9, 11);
        }
    }

    TestCell estimate(Metric metric, double value, double low, double high) {
        estimates.put(metric, new Estimate.Estimated(metric, value, low, high, List.of(value, low)));
        return this;
    }

    TestCell missing(Metric metric, String reason) {
        estimates.put(metric, new Estimate.Missing(metric, reason));
        return this;
    }

    TestCell missingAll(String reason) {
        List.of(Metric.values()).forEach(metric -> missing(metric, reason));
        return this;
    }

    TestCell passed(Metric metric, String expression, double bound) {
        verdicts.add(new Verdict.Passed(limit(metric, expression), estimated(metric), bound));
        return outcome(outcome == Outcome.UNGATED ? Outcome.PASSED : outcome);
    }

    TestCell failed(Metric metric, String expression, double bound) {
        verdicts.add(new Verdict.Failed(limit(metric, expression), estimated(metric), bound));
        return outcome(Outcome.FAILED);
    }

    TestCell failedAgainst(Metric metric, String expression, Bound bound, double value) {
        verdicts.add(new Verdict.Failed(limit(metric, expression, bound), estimated(metric), value));
        return outcome(Outcome.FAILED);
    }

    TestCell inconclusive(Metric metric, String expression, String reason) {
        Estimate estimate = estimates.getOrDefault(metric, new Estimate.Missing(metric, "none"));
        verdicts.add(new Verdict.Inconclusive(limit(metric, expression), estimate, Optional.empty(), reason));
        return outcome(outcome == Outcome.FAILED ? outcome : Outcome.INCONCLUSIVE);
    }

    TestCell invalid(Metric metric, String expression, String reason) {
        verdicts.add(new Verdict.Invalid(limit(metric, expression), reason));
        return outcome(Outcome.INVALID);
    }

    TestCell notApplicable(Metric metric, String expression) {
        verdicts.add(new Verdict.NotApplicable(limit(metric, expression), "aaaaaaaaaaaa", "bbbbbbbbbbbb"));
        return this;
    }

    TestCell outcome(Outcome other, String... why) {
        outcome = other;
        reasons = why.length == 0 ? reasons : List.of(why);
        return this;
    }

    TestCell died(String death) {
        died = Optional.of(death);
        return outcome(Outcome.FAILED, "the server died: " + death);
    }

    /** Where the limits that follow stand. */
    TestCell in(String thresholds) {
        file = thresholds;
        return this;
    }

    TestCell note(String note) {
        notes.add(note);
        return this;
    }

    TestCell started(String line) {
        commandLine = line;
        return this;
    }

    TestCell effective(Map<String, String> said) {
        effective = said;
        return this;
    }

    TestCell iteration(Map<String, Long> errors, String... invalid) {
        int number = iterations.size() + 1;
        Map<Metric, Reading> readings = new EnumMap<>(Metric.class);
        for (Metric metric : Metric.values()) {
            if (metric != Metric.STARTUP && metric != Metric.TIME_TO_WARM) {
                readings.put(metric, new Reading.Measured(metric, 10.25));
            }
        }
        readings.put(Metric.RSS, new Reading.Unavailable(Metric.RSS, "the server's /proc is not visible"));
        iterations.add(new Iteration(
                number,
                load(number, errors),
                readings,
                Stream.of(invalid).map(Invalidity::machine).toList(),
                List.of()));
        return this;
    }

    /** In its last iteration it used this from second to second. */
    TestCell seconds(Second... used) {
        Iteration last = iterations.removeLast();
        iterations.add(new Iteration(
                last.number(), last.load(), last.readings(), last.invalid(), last.notes(), last.step(), List.of(used)));
        return this;
    }

    private IterationLoad load(int number, Map<String, Long> errors) {
        Histogram none = new Histogram(3);
        long failed = errors.values().stream().mapToLong(Long::longValue).sum();
        return new IterationLoad(
                "iteration " + number,
                Duration.ofSeconds(5),
                2500,
                2499,
                Duration.ofMillis(4998),
                2499 - failed,
                0,
                "",
                errors,
                none,
                none,
                none,
                none,
                0,
                Duration.ofMillis(5101),
                2450,
                Duration.ZERO,
                Optional.empty(),
                Duration.ofMillis(1500),
                Duration.ofMillis(1500),
                Duration.ZERO,
                cell.id() + "." + number + ".hlog",
                Map.of());
    }

    CellVerdict build() {
        CellRun run = new CellRun(
                cell,
                iterations,
                Map.of(Metric.STARTUP, new Reading.Measured(Metric.STARTUP, 1840)),
                died,
                List.of(),
                notes,
                "gatling/" + cell.id() + "/index.html",
                "logs/" + cell.id() + ".log",
                commandLine,
                effective,
                Optional.empty(),
                Duration.ofSeconds(42),
                Duration.ofSeconds(30),
                List.of(),
                Optional.empty());
        return new CellVerdict(new CellSummary(run, estimates, Map.of()), verdicts, outcome, reasons, false);
    }

    private Estimate.Estimated estimated(Metric metric) {
        if (estimates.get(metric) instanceof Estimate.Estimated estimated) {
            return estimated;
        }
        throw new IllegalStateException(metric + " has no estimate in this fixture");
    }

    private Limit limit(Metric metric, String expression) {
        return limit(metric, expression, new Bound.Absolute(new Quantity(1, metric.unit())));
    }

    private Limit limit(Metric metric, String expression, Bound bound) {
        Set<String> all = Set.of();
        return new Limit(
                all,
                all,
                all,
                all,
                Optional.empty(),
                metric,
                Limit.Comparison.AT_MOST,
                bound,
                expression,
                file,
                14 + verdicts.size());
    }
}
