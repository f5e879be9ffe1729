package dev.loomgate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.experiment.Iteration;
import dev.loomgate.metric.Invalidity;
import dev.loomgate.metric.Metric;
import dev.loomgate.verdict.CellVerdict;
import dev.loomgate.verdict.CellVerdict.Outcome;
import dev.loomgate.verdict.GateRules;
import dev.loomgate.verdict.SuiteVerdict;
import dev.loomgate.verdict.Verdict;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * A check that can't fail is worth nothing: real servers with a planted fault each break exactly the limit that looks
 * at it. The only time that is judged is that of the fastest of all answers, which others on the machine leave as it is.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("untimed")
@Order(1)
class GateGoesRedIT {
    @TempDir
    static Path output;

    private final ByteArrayOutputStream console = new ByteArrayOutputStream();
    private SuiteVerdict verdict;

    @BeforeAll
    void measureServersWithPlantedFaults() {
        verdict = Loomgate.fromSystemProperties(new PrintStream(console, true, StandardCharsets.UTF_8))
                .withColdGenerator()
                .withLockIn(output)
                .with(Map.of(
                        "loomgate.thresholds", "src/test/resources/red/thresholds.yml",
                        "loomgate.scale", "smoke",
                        "loomgate.output", output.toString()))
                .run();
        System.out.print(console.toString(StandardCharsets.UTF_8));
    }

    @Test
    void aHealthyServerPasses() {
        assertPassed(cell("healthy.", ".io.100rps"));
    }

    @Test
    void aHealthyServerPassesWithUsersToo() {
        assertPassed(cell("healthy.", ".io.8users"));
    }

    @Test
    void addedDelayBreaksTheLatencyLimitAndNoOther() {
        assertThat(brokenBy("slow.")).containsExactly(Metric.MIN);
        assertThat(messages(cell("slow.", ".io.")))
                .singleElement()
                .asString()
                .startsWith("FAILED slow · io · 100 req/s")
                .contains(
                        ": min is ",
                        " ms",
                        "the limit is <= 115 ms (src/test/resources/red/thresholds.yml:",
                        "index.html");
    }

    @Test
    void addedAllocationBreaksTheAllocationLimitAndNoOther() {
        assertThat(brokenBy("wasteful.")).containsExactly(Metric.ALLOCATED);
    }

    @Test
    void aLeakBreaksTheLiveHeapLimit() {
        assertThat(brokenBy("leaking.")).contains(Metric.LIVE_HEAP).isSubsetOf(Metric.LIVE_HEAP, Metric.ALLOCATED);
    }

    @Test
    void onePercentOfErrorsBreaksTheErrorLimitAndNoOther() {
        assertThat(brokenBy("failing.")).containsExactly(Metric.ERRORS);
    }

    /** The file limits no wrong answers: the limit is implied. */
    @Test
    void aFewWrongBodiesThatComeAndGoBreakTheImpliedLimitAndNoOther() {
        for (String workload : List.of(".io.", ".json.")) {
            CellVerdict cell = cell("mistaken.", workload);
            List<Iteration> iterations = cell.summary().run().validIterations();
            long wrong = iterations.stream()
                    .mapToLong(iteration -> iteration.load().wrongBodies())
                    .sum();
            long sent = iterations.stream()
                    .mapToLong(iteration -> iteration.load().started())
                    .sum();

            assertThat(brokenBy("mistaken.", workload)).containsExactly(Metric.WRONG_ANSWERS);
            assertThat(wrong).isPositive();
            assertThat(iterations).as("measured once each").hasSize(3);
            assertThat(cell.summary().run().iterations())
                    .filteredOn(iteration -> !iteration.valid())
                    .as("measured again for what the machine did alone")
                    .allMatch(iteration -> Invalidity.isDisturbance(iteration.invalid()));
            // On a busy machine another limit of the cell may be undecided, which has a sentence of its own.
            assertThat(messages(cell))
                    .anySatisfy(message -> assertThat(message)
                            .contains(
                                    wrong + " of " + sent
                                            + " requests were answered with a good status and a wrong body",
                                    "'wrong'",
                                    "<= 0 %, which holds unless src/test/resources/red/thresholds.yml gives another"));
        }
    }

    @Test
    void aWrongFirstAnswerFailsItsCell() {
        CellVerdict cell = cell("wrong.", ".io.");

        assertThat(cell.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(messages(cell))
                .singleElement()
                .asString()
                .contains("before any load, GET /io answered the body 'wrong', expected a match of 'ok'");
    }

    /**
     * With CPUs of their own the generator is at its end first: INVALID. Where others take the server's CPU, the server
     * is; then its requests waited for a connection, and the rate was not served (FAILED, or INCONCLUSIVE where a cold
     * server was several times slower in one iteration than in the other).
     */
    @Test
    void aRateThatNeitherGeneratorNorServerCanHoldNeverPasses() {
        CellVerdict cell = cell("healthy.", ".empty.");
        List<Iteration> iterations = cell.summary().run().iterations();

        assertThat(cell.outcome()).isIn(Outcome.INVALID, Outcome.FAILED, Outcome.INCONCLUSIVE);
        assertThat(iterations).as("kept, invalid or not").isNotEmpty();
        if (cell.outcome() == Outcome.INVALID) {
            assertThat(iterations)
                    .anySatisfy(iteration ->
                            assertThat(iteration.invalid()).as("its reason").isNotEmpty());
        } else {
            assertThat(iterations).anyMatch(GateGoesRedIT::requestsWaited);
            assertThat(cell.summary().run().validIterations()).allMatch(GateGoesRedIT::requestsWaited);
        }
    }

    @Test
    void aServerThatDiesFailsItsCellWithReasonAndLogWhileOthersGoOn() {
        CellVerdict cell = cell("dying.", ".io.");

        assertThat(cell.outcome()).as("%s", cell.reasons()).isEqualTo(Outcome.FAILED);
        assertThat(String.join("\n", cell.reasons()))
                .contains("the server died", "42", "loomgate.fault.die-after")
                .doesNotContain("password=");
        assertThat(verdict.cells()).hasSize(verdict.planned());
    }

    @Test
    void aServerThatIsNotConfiguredAsPlannedIsInvalid() {
        CellVerdict cell = cell("pretending.", ".io.");

        assertThat(cell.outcome()).isEqualTo(Outcome.INVALID);
        assertThat(cell.reasons()).anyMatch(reason -> reason.contains("request-threads is 50, planned is 100"));
    }

    @Test
    void theRunLeavesItsReport() {
        assertThat(output.resolve("index.html")).isNotEmptyFile();
        assertThat(output.resolve("results.json")).isNotEmptyFile();
        assertThat(output.resolve("summary.md")).isNotEmptyFile();
    }

    /** For the server. */
    private static boolean requestsWaited(Iteration iteration) {
        return iteration.load().heldBack() > 0;
    }

    private static void assertPassed(CellVerdict cell) {
        assertThat(cell.outcome()).as("%s %s", cell.reasons(), cell.verdicts()).isEqualTo(Outcome.PASSED);
    }

    private List<Metric> brokenBy(String variant) {
        return brokenBy(variant, ".io.");
    }

    private List<Metric> brokenBy(String variant, String workload) {
        CellVerdict cell = cell(variant, workload);
        assertThat(cell.outcome()).as("%s: %s", variant, cell.reasons()).isEqualTo(Outcome.FAILED);
        return cell.verdicts().stream()
                .filter(Verdict.Failed.class::isInstance)
                .map(failed -> failed.limit().metric())
                .toList();
    }

    private List<String> messages(CellVerdict cell) {
        return GateRules.of(verdict.plan(), cell).failures();
    }

    private CellVerdict cell(String variant, String workload) {
        return verdict.cells().stream()
                .filter(cell -> cell.summary().run().cell().id().startsWith(variant)
                        && cell.summary().run().cell().id().contains(workload))
                .findFirst()
                .orElseThrow();
    }
}
