package dev.loomgate.verdict;

import static dev.loomgate.verdict.Judged.atMost;
import static dev.loomgate.verdict.Judged.estimate;
import static dev.loomgate.verdict.Judged.judge;
import static dev.loomgate.verdict.Judged.limit;
import static dev.loomgate.verdict.Judged.plan;
import static dev.loomgate.verdict.Judged.summary;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.experiment.CellRun;
import dev.loomgate.experiment.Iteration;
import dev.loomgate.experiment.Phases;
import dev.loomgate.fingerprint.Fingerprint;
import dev.loomgate.metric.Invalidity;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Quantity;
import dev.loomgate.metric.Unit;
import dev.loomgate.plan.Bound;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.Limit;
import dev.loomgate.plan.Plan;
import dev.loomgate.summary.CellSummary;
import dev.loomgate.summary.Cells;
import dev.loomgate.summary.Estimate.Estimated;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a verdict means for the build. */
class GateRulesTest {
    private static final Cell VIRTUAL = Cells.cell("virtual");
    private static final Estimated SLOW = estimate(Metric.P50, 120, 121, 122);
    private static final Limit P50 = atMost(115, Unit.MILLISECONDS, Metric.P50);

    @Test
    void aDisturbedCellFailsTheBuild() {
        assertThat(rules(false, iteration(Invalidity.machine("12 % stolen"))).failures())
                .isNotEmpty();
    }

    @Test
    void ciForgivesACellThatTheMachineDisturbed() {
        GateRules rules = rules(true, iteration(Invalidity.machine("12 % stolen")));

        assertThat(rules.failures()).isEmpty();
        assertThat(rules.warnings()).singleElement().asString().contains("12 % stolen");
    }

    @ParameterizedTest
    @EnumSource(value = Invalidity.Kind.class, names = "MACHINE", mode = EnumSource.Mode.EXCLUDE)
    void ciForgivesNothingElse(Invalidity.Kind kind) {
        Invalidity stolen = Invalidity.machine("12 % stolen");

        assertThat(rules(true, iteration(new Invalidity(kind, "not the machine")))
                        .failures())
                .isNotEmpty();
        assertThat(rules(true, iteration(stolen, new Invalidity(kind, "not the machine")))
                        .failures())
                .as("together with a disturbance")
                .isNotEmpty();
    }

    @Test
    void ciForgivesNoCellThatIsInvalidAsAWhole() {
        CellSummary broken = summary(
                Cells.run(VIRTUAL, List.of(), Map.of(), Optional.empty(), List.of("effective configuration differs")));

        assertThat(GateRules.of(plan(true), judge(plan(P50), broken)).failures())
                .singleElement()
                .asString()
                .contains("effective configuration differs");
    }

    /** A database that a busy machine has kept farther away than planned: no iteration follows, and nobody broke. */
    @Test
    void ciForgivesACellThatTheMachineSpoiltBeforeItsFirstIteration() {
        CellRun spoilt = Cells.spoilt(VIRTUAL, Invalidity.machine("the delay was 211 ms"));

        GateRules rules = GateRules.of(plan(true), judge(plan(P50), summary(spoilt)));

        assertThat(rules.failures()).isEmpty();
        assertThat(rules.warnings()).singleElement().asString().contains("the delay was 211 ms");
    }

    @Test
    void strictFailsACellThatNoLimitSelects() {
        CellVerdict ungated = judge(plan(), summary(VIRTUAL));

        assertThat(GateRules.of(plan(true, false), ungated).failures())
                .containsExactly(
                        "UNGATED virtual · io · 500 req/s · jdk25: no limit of the thresholds file selects it");
        assertThat(GateRules.of(plan(false, false), ungated).failures()).isEmpty();
    }

    @Test
    void aRunWhoseLimitsAreAllCalibratedElsewhereIsRedWithTheWayOut() {
        SuiteVerdict suite = suite(plan(elsewhere("ba9876543210")), summary(VIRTUAL, SLOW));

        assertThat(GateRules.of(suite).failures())
                .singleElement()
                .asString()
                .startsWith("nothing was judged: every limit that could have been applied is calibrated on fingerprint"
                        + " ba9876543210, and this run is fingerprint "
                        + suite.fingerprint().id())
                .contains("give limits without 'calibrated-on'", "calibrate here");
    }

    @Test
    void aRunInWhichOneLimitIsAppliedWasJudged() {
        SuiteVerdict suite = suite(plan(elsewhere("ba9876543210"), P50), summary(VIRTUAL, SLOW));

        assertThat(GateRules.of(suite).failures()).isEmpty();
    }

    @Test
    void aRunThatNoLimitSelectsIsRedAndNamesTheFile() {
        Plan plan = plan(Limit.implied("my.yml").toArray(Limit[]::new));
        SuiteVerdict suite = suite(
                plan, summary(VIRTUAL, estimate(Metric.ERRORS, 0, 0, 0), estimate(Metric.WRONG_ANSWERS, 0, 0, 0)));

        assertThat(suite.cells()).extracting(CellVerdict::outcome).containsExactly(CellVerdict.Outcome.UNGATED);
        assertThat(GateRules.of(suite).failures())
                .containsExactly("nothing was judged: no limit of my.yml selects this cell: give one that does, or"
                        + " measure cells that one selects");
    }

    @Test
    void ciNeverForgivesAllCells() {
        CellSummary disturbed = summary(Cells.run(VIRTUAL, List.of(iteration(Invalidity.machine("12 % stolen")))));
        SuiteVerdict suite = suite(plan(true, P50), disturbed);

        assertThat(GateRules.of(suite.plan(), suite.cells().getFirst()).failures())
                .isEmpty();
        assertThat(GateRules.of(suite).failures())
                .singleElement()
                .asString()
                .contains("1 of 1 cell is INVALID: the machine disturbed every one");
    }

    @Test
    void aRunWhoseMetricsCouldNotBeMeasuredIsRed() {
        assertThat(GateRules.of(suite(plan(P50), summary(VIRTUAL))).failures())
                .singleElement()
                .asString()
                .contains("no metric that a limit looks at was measured");
    }

    /** The limit of 115 ms is inside: neither passed nor failed. */
    @Test
    void aRunWhoseLimitsAreAllUndecidedIsRed() {
        assertThat(GateRules.of(suite(plan(P50), summary(VIRTUAL, estimate(Metric.P50, 105, 114, 125))))
                        .failures())
                .singleElement()
                .asString()
                .startsWith("nothing was judged: limits lie inside the intervals that were measured");
    }

    @Test
    void aServerThatDiedIsAResultWithoutAnyLimit() {
        CellSummary dead = summary(Cells.run(VIRTUAL, List.of(), Map.of(), Optional.of("exit code 1"), List.of()));

        assertThat(GateRules.of(suite(plan(P50), dead)).failures()).isEmpty();
    }

    private static Limit elsewhere(String fingerprint) {
        Quantity bound = new Quantity(115, Unit.MILLISECONDS);
        return limit(
                Metric.P50, Limit.Comparison.AT_MOST, new Bound.Absolute(bound, Optional.of(fingerprint)), "<= 115 ms");
    }

    private static SuiteVerdict suite(Plan plan, CellSummary... summaries) {
        Fingerprint here = new Fingerprint(Map.of("machine", "this one"), List.of("machine"), List.of());
        return new SuiteVerdict(
                plan,
                Judge.judge(plan, here.id(), List.of(summaries)),
                here,
                List.of(),
                Instant.EPOCH,
                Duration.ofSeconds(2),
                Duration.ofSeconds(1),
                summaries.length);
    }

    private static GateRules rules(boolean ci, Iteration... iterations) {
        return GateRules.of(plan(ci), judge(plan(P50), summary(Cells.run(VIRTUAL, List.of(iterations)))));
    }

    private static Iteration iteration(Invalidity... invalid) {
        return new Iteration(1, Phases.steady(10, 1, 10).load(), Map.of(), List.of(invalid), List.of());
    }
}
