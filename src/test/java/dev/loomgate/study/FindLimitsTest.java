package dev.loomgate.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomgate.experiment.CellRun;
import dev.loomgate.experiment.Iteration;
import dev.loomgate.experiment.Phases;
import dev.loomgate.init.InitException;
import dev.loomgate.load.IterationLoad;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.Limit;
import dev.loomgate.plan.Plan;
import dev.loomgate.plan.PlanReader;
import dev.loomgate.report.Progress;
import dev.loomgate.study.FindLimits.Measured;
import dev.loomgate.summary.Cells;
import dev.loomgate.summary.Summaries;
import dev.loomgate.verdict.CellVerdict;
import dev.loomgate.verdict.Judge;
import dev.loomgate.verdict.Verdict;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which boots are measured, which count, and which limits come out: without a server. */
class FindLimitsTest {
    private static final String HERE = "0123456789ab";
    private static final LocalDate DAY = LocalDate.of(2026, 11, 26);
    private static final String FILE = """
            runtimes:
              jdk25: {java: 25, heap: 64 MiB, memory: 256 MiB}
            variants:
              one: {command: [run, one], port: {env: PORT}, ready: /up}
              two: {command: [run, two], port: {env: PORT}, ready: /up}
            workloads:
              see: {path: /see, body: .*, warm-up-users: 2}
              mix:
                warm-up-users: 2
                requests:
                  browse: {share: 90 %, path: /items, body: .*}
                  order: {share: 10 %, path: /orders, body: .*}
            scales:
              quick:
                iteration: 10 s
                iterations: 3
                max-iterations: 3
                rest: 100 ms
                warm-up: {load: 1 s, pause: 100 ms, floor: 1, cap: 1, quiet: 100 %}
                cells:
            ROWS
            limits:
              - limits: {p50: "<= 1 ms"}
            """;
    private static final String TWO_SERVERS = "      - {variants: [one, two], workloads: [see], loads: [100 req/s]}";

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    Path folder;

    private String sample = FILE;

    private final List<String> booted = new ArrayList<>();
    private final Map<String, Integer> times = new HashMap<>();
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    /** What a cell shows on its n-th boot, from 1. */
    @FunctionalInterface
    private interface Script {
        CellRun run(Cell cell, int boot);
    }

    @Test
    void eachServerIsBootedFiveTimesInTurn() {
        List<Measured> found = measure(TWO_SERVERS, (cell, boot) -> allocating(cell, 10));

        assertThat(booted).containsExactly("one", "two", "one", "two", "one", "two", "one", "two", "one", "two");
        assertThat(found).allSatisfy(each -> assertThat(each.valid()).hasSize(5));
    }

    /** Iterations that agree have intervals without a width. 8, 9, 10, 11, 12: 10 + 5 × 1.4826 × 1, rounded up. */
    @Test
    void aLimitStandsWithWhatItWasMadeOf() {
        List<String> entries = entries(
                TWO_SERVERS,
                (cell, boot) -> allocating(cell, List.of(10, 8, 12, 9, 11).get(boot - 1)));

        assertThat(entries)
                .contains("      allocated: '<= 18 KiB/req'   # median 10.0, intervals up to 10.0 8.00 12.0 9.00 11.0")
                .contains("    calibrated-on: '0123456789ab'    # 2026-11-26");
        assertThat(entries.getFirst()).contains("2026-11-26", "0123456789ab", "5 boots");
    }

    /**
     * Iterations of 9, 10 and 11 leave an interval up to 12.9: Student's t over the logarithms, 9.97 × exp(4.303 ×
     * 0.1004 / √3) = 12.8. A gate asks that all of it is within the limit, which 15 % above the 10 would not grant.
     */
    @Test
    void aLimitLeavesRoomForTheWidthOfAnInterval() {
        Script scattered = (cell, boot) -> allocating(cell, 9, 10, 11);

        Plan plan = read(TWO_SERVERS, entries(TWO_SERVERS, scattered));
        Cell cell = plan.cells().getFirst();
        CellVerdict again = Judge.judge(plan, HERE, List.of(Summaries.of(scattered.run(cell, 6))))
                .getFirst();

        assertThat(again.verdicts(Metric.ALLOCATED)).singleElement().isInstanceOf(Verdict.Passed.class);
    }

    @Test
    void whatWasSeenOnceInABootHasNoLimit() {
        sample = FILE.replace("iterations: 3", "iterations: 1");

        assertThat(entries(TWO_SERVERS, (cell, boot) -> allocating(cell, new double[] {10})))
                .anySatisfy(line -> assertThat(line)
                        .contains("no limit on", "allocated", "max-iterations of the scale must be 2 or more"));
    }

    /** The reader takes them, they hold for what they were made of, and nowhere else. */
    @Test
    void limitsAreReadBackAndHeldByTheSameServer() {
        String rows = TWO_SERVERS + "\n      - {variants: [one], workloads: [mix], loads: [100 req/s, 4 users]}";
        List<String> entries = entries(rows, (cell, boot) -> allocating(cell, 10));

        Plan plan = read(rows, entries);
        Cell cell = plan.cells().getFirst();
        CellVerdict here = Judge.judge(plan, HERE, List.of(Summaries.of(allocating(cell, 10))))
                .getFirst();
        CellVerdict twice = Judge.judge(plan, HERE, List.of(Summaries.of(allocating(cell, 20))))
                .getFirst();
        CellVerdict elsewhere = Judge.judge(plan, "another", List.of(Summaries.of(allocating(cell, 20))))
                .getFirst();

        assertThat(plan.limits()).hasSizeGreaterThan(10);
        assertThat(here.verdicts(Metric.ALLOCATED)).singleElement().isInstanceOf(Verdict.Passed.class);
        assertThat(twice.verdicts(Metric.ALLOCATED)).singleElement().isInstanceOf(Verdict.Failed.class);
        assertThat(elsewhere.verdicts(Metric.ALLOCATED)).singleElement().isInstanceOf(Verdict.NotApplicable.class);
    }

    @Test
    void requestsOfAMixHaveTheirOwn() {
        String rows = "      - {variants: [one], workloads: [mix], loads: [100 req/s]}";

        List<Limit> limits =
                read(rows, entries(rows, (cell, boot) -> allocating(cell, 10))).limits();

        assertThat(limits.stream().filter(limit -> limit.request().equals(Optional.of("order"))))
                .extracting(Limit::metric)
                .containsExactly(Metric.P50, Metric.P95);
        assertThat(limits.stream()
                        .filter(limit -> limit.request().isEmpty() && !limit.implied())
                        .filter(limit -> limit.line() > 0))
                .extracting(Limit::metric)
                .contains(Metric.P99, Metric.APPLICATION_CPU, Metric.ALLOCATED);
    }

    /** Of users that wait for their answers the rate is a result. 100, five times: 85 and more. */
    @Test
    void theThroughputOfUsersHasALowerLimit() {
        String rows = "      - {variants: [one], workloads: [see], loads: [4 users]}";

        assertThat(entries(rows, (cell, boot) -> allocating(cell, 10)))
                .anySatisfy(line -> assertThat(line).contains("throughput: '>= 85 req/s'"));
    }

    @Test
    void whatIsNotKnownHasNoLimitAndSaysWhy() {
        assertThat(entries(TWO_SERVERS, (cell, boot) -> allocating(cell, 10)))
                .contains("      # no limit on live-heap: iteration 1: the service is no JVM");
    }

    @Test
    void anInvalidBootDoesNotCountAndIsMadeUpFor() {
        List<Measured> found = measure(
                TWO_SERVERS,
                (cell, boot) ->
                        cell.variant().name().equals("two") && boot == 2 ? disturbed(cell) : allocating(cell, 10));

        assertThat(booted).hasSize(11).endsWith("one", "two", "two");
        assertThat(found).allSatisfy(each -> assertThat(each.valid()).hasSize(5));
        assertThat(said.toString(StandardCharsets.UTF_8))
                .contains("does not count: two · see · 100 req/s · jdk25 is INVALID, 0 of 3 iterations are valid;"
                        + " iteration 1: stolen time");
    }

    @Test
    void whatIsInvalidTooOftenHasNoLimitsAndTheOthersHaveTheirs() {
        List<String> entries = entries(
                TWO_SERVERS,
                (cell, boot) ->
                        cell.variant().name().equals("two") && boot > 4 ? disturbed(cell) : allocating(cell, 10));

        assertThat(booted.stream().filter("two"::equals)).hasSize(8);
        assertThat(String.join("\n", entries))
                .contains(
                        "  # No limits for two · see · 100 req/s · jdk25: only 4 of 8 boots were valid, and 5 are needed")
                .contains("variants: [one]")
                .doesNotContain("variants: [two]");
        assertThat(read(TWO_SERVERS, entries).limits()).isNotEmpty();
    }

    @Test
    void whereNothingIsValidThereAreNoLimits() {
        assertThatThrownBy(() -> entries(TWO_SERVERS, (cell, boot) -> disturbed(cell)))
                .isInstanceOf(InitException.class)
                .hasMessageContaining("no limits were found: one · see")
                .hasMessageContaining("only 0 of 4 boots were valid")
                .hasMessageContaining("stolen time");
        // A fifth could not make them enough any more.
        assertThat(booted).containsExactly("one", "two", "one", "two", "one", "two", "one", "two");
    }

    /** A limit on what a broken server does would make it the measure. */
    @Test
    void aServerThatFailsEndsIt() {
        assertThatThrownBy(() -> measure(
                        TWO_SERVERS,
                        (cell, boot) -> Cells.run(
                                cell, List.of(), Map.of(), Optional.of("it ended with exit code 1"), List.of())))
                .isInstanceOf(InitException.class)
                .hasMessageContaining("one · see · 100 req/s · jdk25 failed: it ended with exit code 1")
                .hasMessageContaining("find limits with 'limits'");
        assertThat(booted).containsExactly("one");
    }

    @Test
    void aFailedRequestEndsIt() {
        IterationLoad load =
                Phases.steady(100, 9, 10).fails(900, 1, "status 503").load();

        assertThatThrownBy(() -> measure(TWO_SERVERS, (cell, boot) -> run(cell, load, 10, 10, 10)))
                .isInstanceOf(InitException.class)
                .hasMessageContaining("3 × status 503");
    }

    @Test
    void aWrongAnswerEndsIt() {
        IterationLoad load = Phases.steady(100, 9, 10).wrongBody(900, 1).load();

        assertThatThrownBy(() -> measure(TWO_SERVERS, (cell, boot) -> run(cell, load, 10, 10, 10)))
                .isInstanceOf(InitException.class)
                .hasMessageContaining("a wrong body, the first with 'another'");
    }

    /** A file whose items stand elsewhere can't take them: then they are said, and nothing is lost. */
    @Test
    void whatAFileCantTakeIsSaidAndTheFileIsLeftAsItIs() throws IOException {
        Path file = folder.resolve("mine.yml");
        String mine = FILE.replace("ROWS", TWO_SERVERS) + "# >>> limits\n# <<<\n";
        for (String text : List.of(mine + "duels: {}\n# >>> limits\n# <<<\n", FILE.replace("ROWS", TWO_SERVERS))) {
            Files.writeString(file, text);

            List<String> said = FindLimits.write(file, List.of("    - {limits: {p99: '<= 3 ms'}}"));

            assertThat(said).first().isEqualTo("    - {limits: {p99: '<= 3 ms'}}");
            assertThat(said.getLast()).contains("left as it is");
            assertThat(file).hasContent(text);
        }
        Files.writeString(file, mine);

        assertThat(FindLimits.write(file, List.of("  - {limits: {p99: '<= 3 ms'}}"))
                        .getLast())
                .isEqualTo("written into " + file);
        assertThat(file).content().endsWith("# >>> limits\n  - {limits: {p99: '<= 3 ms'}}\n# <<<\n");
    }

    private List<String> entries(String rows, Script script) {
        FindLimits find = find(rows, script);
        return find.entries(find.measure(), DAY);
    }

    private List<Measured> measure(String rows, Script script) {
        return find(rows, script).measure();
    }

    /** The file's own limit of 1 ms is broken by all: those of an earlier day are no reason to stop. */
    private FindLimits find(String rows, Script script) {
        return new FindLimits(
                read(rows, List.of()),
                HERE,
                (boot, finished) -> {
                    booted.add(boot.getFirst().variant().name());
                    boot.forEach(cell -> finished.accept(script.run(cell, times.merge(cell.id(), 1, Integer::sum))));
                },
                new Progress(new PrintStream(said, true, StandardCharsets.UTF_8)));
    }

    private Plan read(String rows, List<String> entries) {
        try {
            Path file = Files.writeString(
                    folder.resolve("perf.yml"),
                    sample.replace("ROWS", rows)
                            .replace(
                                    "  - limits: {p50: \"<= 1 ms\"}\n",
                                    entries.isEmpty()
                                            ? "  - limits: {p50: \"<= 1 ms\"}\n"
                                            : String.join("\n", entries) + "\n"));
            return PlanReader.read(Map.of("loomgate.thresholds", file.toString()), Set.of(25));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static CellRun allocating(Cell cell, double kibibytes) {
        return allocating(cell, kibibytes, kibibytes, kibibytes);
    }

    /** @param kibibytes of each iteration */
    private static CellRun allocating(Cell cell, double... kibibytes) {
        IterationLoad all = Phases.steady(100, 10, 10).load();
        return run(
                cell,
                cell.workload().requests().names().isEmpty()
                        ? all
                        : all.with(Map.of(
                                "browse", Phases.steady(90, 10, 10).load(),
                                "order", Phases.steady(10, 10, 10).load())),
                kibibytes);
    }

    private static CellRun run(Cell cell, IterationLoad load, double... kibibytes) {
        return Cells.run(
                cell,
                IntStream.rangeClosed(1, kibibytes.length)
                        .mapToObj(number -> {
                            Map<Metric, Reading> readings = new HashMap<>();
                            for (Metric metric : List.of(Metric.P50, Metric.P95, Metric.P99, Metric.APPLICATION_CPU)) {
                                readings.put(metric, new Reading.Measured(metric, 10));
                            }
                            for (Metric metric : List.of(Metric.ERRORS, Metric.WRONG_ANSWERS)) {
                                readings.put(metric, new Reading.Measured(metric, 0));
                            }
                            readings.put(Metric.RSS, new Reading.Measured(Metric.RSS, 100));
                            readings.put(Metric.THROUGHPUT, new Reading.Measured(Metric.THROUGHPUT, 100));
                            readings.put(
                                    Metric.ALLOCATED, new Reading.Measured(Metric.ALLOCATED, kibibytes[number - 1]));
                            readings.put(
                                    Metric.LIVE_HEAP,
                                    new Reading.Unavailable(Metric.LIVE_HEAP, "the service is no JVM"));
                            return new Iteration(number, load, readings, List.of(), List.of());
                        })
                        .toList());
    }

    private static CellRun disturbed(Cell cell) {
        return Cells.run(
                cell,
                List.of(
                        Cells.invalid(1, "stolen time"),
                        Cells.invalid(2, "stolen time"),
                        Cells.invalid(3, "stolen time")));
    }
}
