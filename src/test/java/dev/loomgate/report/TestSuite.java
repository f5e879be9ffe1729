package dev.loomgate.report;

import dev.loomgate.fingerprint.Fingerprint;
import dev.loomgate.metric.Metric;
import dev.loomgate.plan.BackingImages;
import dev.loomgate.plan.Bound;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.Guards;
import dev.loomgate.plan.LauncherChoice;
import dev.loomgate.plan.Plan;
import dev.loomgate.plan.Scale;
import dev.loomgate.plan.WarmUpRules;
import dev.loomgate.verdict.CellVerdict;
import dev.loomgate.verdict.CellVerdict.Outcome;
import dev.loomgate.verdict.SuiteVerdict;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Suites made by hand for the tests of the report. */
public final class TestSuite {
    static final String MARKUP = "<script>alert('1')</script>";

    private TestSuite() {}

    public static SuiteVerdict of(TestCell... cells) {
        return of(Path.of("target", "unused"), cells.length, cells);
    }

    static SuiteVerdict of(Path output, int planned, TestCell... cells) {
        List<CellVerdict> verdicts = Arrays.stream(cells).map(TestCell::build).toList();
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("machine", "2 CPUs, 8 GiB | shared");
        environment.put("jdk25", "Temurin 25.0.1+8");
        environment.put("launcher", "process (no Docker engine answers)");
        environment.put("placement", "server on CPU 0, generator on CPU 1 (taskset)");
        List<Cell> planCells =
                verdicts.stream().map(cell -> cell.summary().run().cell()).toList();
        return new SuiteVerdict(
                plan(output, planCells),
                verdicts,
                new Fingerprint(environment, List.of("machine", "jdk25", "launcher"), List.of()),
                List.of(),
                Instant.parse("2026-03-29T01:30:00.123Z"),
                Duration.ofSeconds(724),
                Duration.ofSeconds(420),
                planned);
    }

    private static Plan plan(Path output, List<Cell> cells) {
        Scale.WarmUp warmUp =
                new Scale.WarmUp(Duration.ofMillis(2500), new WarmUpRules(Duration.ofMillis(500), 2, 8, 0.05));
        return new Plan(
                cells,
                List.of(),
                new Scale("quick", Duration.ofSeconds(5), 3, 5, Duration.ofMillis(500), warmUp, 0),
                new Guards(
                        new Guards.Generator(0.01, Duration.ofMillis(2), 0.05, 0.85),
                        new Guards.Machine(0.05, 0.05, Duration.ofMillis(50)),
                        0.10,
                        Duration.ofSeconds(1),
                        2),
                LauncherChoice.AUTO,
                Map.of(),
                Map.of(),
                new BackingImages("postgres", "toxiproxy"),
                Path.of("target", "servers"),
                output,
                4096,
                false,
                false,
                Map.of(),
                false);
    }

    /**
     * One cell of every outcome, and the awkward ones: unbounded, missing, dead, without iterations, with mark-up
     * everywhere.
     */
    static TestCell[] everyCase() {
        return new TestCell[] {
            new TestCell("virtual", "io", 500)
                    .estimate(Metric.P99, 104.273, 103.118, 105.6)
                    .passed(Metric.P99, "<= 115 ms", 115)
                    .estimate(Metric.ERRORS, 0.0123, 0, 0.034)
                    .passed(Metric.ERRORS, "<= 0.1 %", 0.1)
                    .iteration(Map.of())
                    .iteration(Map.of(), "the generator was late: p99 6.8 ms, allowed 5.2 ms")
                    .iteration(Map.of()),
            new TestCell("platform-100", "io", 500)
                    .estimate(Metric.P99, 131.4, 128, 134.9)
                    .estimate(Metric.ALLOCATED, 51.27, 50.9, 51.6)
                    .failed(Metric.P99, "<= 115 ms", 115)
                    .failedAgainst(Metric.ALLOCATED, "<= 1.1 x virtual", new Bound.OfVariant(1.1, "virtual"), 46.2)
                    .estimate(Metric.ERRORS, 0.0123, 0, 0.034)
                    .passed(Metric.ERRORS, "<= 0.1 %", 0.1)
                    .iteration(Map.of("503", 12L, "ConnectException", 3L)),
            new TestCell("webflux", "io", 500)
                    .estimate(Metric.P99, 114, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY)
                    .estimate(Metric.RSS, 210, 200, Double.POSITIVE_INFINITY)
                    .inconclusive(Metric.P99, "<= 115 ms", "one iteration has no interval")
                    .iteration(Map.of()),
            new TestCell("platform-default", "io", 500)
                    .missing(Metric.P99, "no valid iteration")
                    .missing(Metric.ALLOCATED, "JMX did not answer")
                    .invalid(Metric.P99, "<= 115 ms", "no valid iteration")
                    .invalid(Metric.ERRORS, "<= 0.1 %", "no valid iteration")
                    .outcome(Outcome.INVALID, "all 3 iterations are invalid: generator CPU 93 %, allowed 85 %")
                    .iteration(Map.of(), "generator CPU 93 %, allowed 85 %"),
            new TestCell("platform-unlimited", "compute", 50)
                    .missingAll("the server died")
                    .died("killed by signal 9 (out of memory?)\nlast lines of its log:\njava.lang.OutOfMemoryError: "
                            + MARKUP + "\n\tat Leak.main(Leak.java:7)"),
            new TestCell("virtual", "compute", 50)
                    .notApplicable(Metric.P95, "<= 12 ms")
                    .note("2 threads ended in the phase")
                    .iteration(Map.of()),
            new TestCell("odd" + MARKUP, "mixed" + MARKUP, 7)
                    .passed(Metric.P50, "<= " + MARKUP, 12)
                    .missing(Metric.RSS, MARKUP)
                    .note(MARKUP)
                    .started("java -D" + MARKUP)
                    .effective(Map.of(MARKUP, MARKUP))
                    .iteration(Map.of(MARKUP, 1L), MARKUP)
        };
    }
}
