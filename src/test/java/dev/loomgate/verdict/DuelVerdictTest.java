package dev.loomgate.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.experiment.Answers;
import dev.loomgate.fingerprint.Fingerprint;
import dev.loomgate.metric.Metric;
import dev.loomgate.plan.Compared;
import dev.loomgate.plan.DuelPlan;
import dev.loomgate.plan.DuelPlans;
import dev.loomgate.plan.PairedCell;
import dev.loomgate.plan.Side;
import dev.loomgate.plan.Tolerance;
import dev.loomgate.verdict.ComparisonVerdict.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class DuelVerdictTest {
    private static final PairedCell CELL = DuelPlans.cell("virtual", "compute");
    private static final DuelPlan PLAN =
            DuelPlans.plan(List.of(CELL), Map.of(Metric.APPLICATION_CPU, new Tolerance(0.005, 0.03)), 20, 0.01);
    private static final UnitTally FIVE_UNITS =
            new UnitTally(5, 0, 0, List.of(), List.of(), Map.of(), Optional.empty());

    @Test
    void aRegressionFailsWithEffectUnitsAndWhatWasSpent() {
        assertThat(verdict(
                                new UnitTally(10, 0, 0, List.of(), List.of(), Map.of(), Optional.empty()),
                                Outcome.REGRESSION)
                        .failures(CELL))
                .containsExactly(
                        "REGRESSION cpu, virtual/compute: jdk25 needs 3.1 % (2.2 to 4.0) more CPU per request than jdk21"
                                + " on virtual/compute; the reason; 10 units; error allowed to this look, before confirmation: 1.2e-03");
    }

    @Test
    void clearPasses() {
        DuelVerdict clear =
                verdict(new UnitTally(5, 0, 0, List.of(), List.of(), Map.of(), Optional.empty()), Outcome.CLEAR);

        assertThat(clear.failures(CELL)).isEmpty();
        assertThat(clear.warnings()).isEmpty();
    }

    @Test
    void aSuspicionFailsInWordsOfItsOwn() {
        assertThat(verdict(new UnitTally(5, 0, 0, List.of(), List.of(), Map.of(), Optional.empty()), Outcome.SUSPECTED)
                        .failures(CELL))
                .singleElement()
                .asString()
                .startsWith("SUSPECTED cpu, virtual/compute: jdk25 needs 3.1 %")
                .endsWith("; fails the build");
    }

    /** A red cell is not measured any further: four units are enough. */
    @Test
    void aCellThatIsRedAfterFewUnitsIsNotInvalid() {
        assertThat(verdict(new UnitTally(4, 0, 0, List.of(), List.of(), Map.of(), Optional.empty()), Outcome.REGRESSION)
                        .failures(CELL))
                .singleElement()
                .asString()
                .startsWith("REGRESSION");
    }

    @Test
    void wrongAnswersOfTheBaselineAreSaidAndNotRed() {
        DuelVerdict wrong = verdict(
                new UnitTally(
                        5,
                        0,
                        0,
                        List.of(),
                        List.of(),
                        Map.of(Side.BASELINE, new Answers(40_000, 0, 3), Side.CANDIDATE, new Answers(40_000, 0, 0)),
                        Optional.empty()),
                Outcome.CLEAR);

        assertThat(wrong.failures(CELL)).isEmpty();
        assertThat(wrong.warnings())
                .singleElement()
                .asString()
                .contains("3 of 40000 answers of jdk21 had a good status and a wrong body, none of jdk25");
    }

    @Test
    void inconclusiveWarns() {
        DuelVerdict open = verdict(
                new UnitTally(20, 0, 0, List.of(), List.of(), Map.of(), Optional.empty()), Outcome.INCONCLUSIVE);

        assertThat(open.failures(CELL)).isEmpty();
        assertThat(open.warnings()).singleElement().asString().startsWith("INCONCLUSIVE cpu, virtual/compute");
    }

    /** No request failed, and that is compared in any case: all that was asked for is open. */
    @Test
    void aRunThatDecidedNothingIsRed() {
        DuelVerdict open = verdict(
                FIVE_UNITS, List.of(comparison(Metric.APPLICATION_CPU, Outcome.INCONCLUSIVE), count()), List.of());
        DuelVerdict some = verdict(
                FIVE_UNITS,
                List.of(
                        comparison(Metric.APPLICATION_CPU, Outcome.INCONCLUSIVE),
                        comparison(Metric.P50, Outcome.CLEAR)),
                List.of());

        assertThat(open.red()).isTrue();
        assertThat(open.failuresOfAll())
                .containsExactly("nothing was decided: 1 comparison of 1 cell, all INCONCLUSIVE; measure longer"
                        + " (-Dloomgate.at-most, -Dloomgate.units) or fewer cells (-Dloomgate.variants,"
                        + " -Dloomgate.workloads)");
        assertThat(some.red()).isFalse();
    }

    /** A service that tells nothing of what the file asks for, and fails no request: that is no comparison. */
    @Test
    void aCellOfWhichNoMetricWithAToleranceHasAValueIsNoPass() {
        DuelVerdict nothing = verdict(
                FIVE_UNITS,
                List.of(without(Metric.ALLOCATED), without(Metric.LIVE_HEAP), count()),
                List.of(comparison(Metric.P50, Outcome.REPORTED)));

        assertThat(nothing.red()).isTrue();
        assertThat(nothing.failures(CELL))
                .containsExactly("INVALID " + CELL
                        + ": no metric with a tolerance was compared: allocated could not be measured in"
                        + " unit 1: it is no JVM; live-heap could not be measured in unit 1: it is no JVM; take what"
                        + " such a service does not tell out of 'tolerances', and name something there that it does:"
                        + " p50");
    }

    @Test
    void oneMetricWithAValueIsAComparison() {
        DuelVerdict some = verdict(
                FIVE_UNITS,
                List.of(without(Metric.ALLOCATED), comparison(Metric.APPLICATION_CPU, Outcome.INCONCLUSIVE), count()),
                List.of());

        assertThat(some.failures(CELL)).isEmpty();
    }

    /** The file names none but these: then they are all that is asked for. */
    @Test
    void countsAloneAreAComparisonWhereNothingElseHasATolerance() {
        assertThat(verdict(FIVE_UNITS, List.of(count()), List.of()).failures(CELL))
                .isEmpty();
    }

    private static ComparisonVerdict without(Metric metric) {
        return new ComparisonVerdict(
                "virtual/compute",
                Compared.of(metric),
                false,
                Outcome.INCONCLUSIVE,
                Optional.empty(),
                0,
                0,
                "could not be measured in unit 1: it is no JVM");
    }

    private static ComparisonVerdict count() {
        return comparison(Metric.ERRORS, Outcome.CLEAR);
    }

    /** Enough units, and one metric that the machine spoilt in nearly all of them: it was never judged. */
    @Test
    void aMetricThatCouldNotBeJudgedIsNoPass() {
        DuelVerdict spoilt =
                verdict(new UnitTally(9, 0, 0, List.of(), List.of(), Map.of(), Optional.empty()), Outcome.INVALID);

        assertThat(spoilt.failures(CELL)).singleElement().asString().startsWith("INVALID cpu, virtual/compute");
        assertThat(spoilt.warnings()).isEmpty();
    }

    @Test
    void tooFewFitUnitsAreInvalidAndNoPass() {
        assertThat(verdict(
                                new UnitTally(2, 7, 7, List.of("8 % stolen"), List.of(), Map.of(), Optional.empty()),
                                Outcome.INCONCLUSIVE)
                        .failures(CELL))
                .singleElement()
                .asString()
                .startsWith("INVALID virtual · compute")
                .contains("only 2 of 9 units were fit", "8 % stolen");
    }

    @Test
    void aCellThatTheTimeDidNotReachIsInvalidAndNoPass() {
        assertThat(verdict(
                                new UnitTally(0, 0, 0, List.of(), List.of(), Map.of(), Optional.empty()),
                                Outcome.INCONCLUSIVE)
                        .failures(CELL))
                .singleElement()
                .asString()
                .startsWith("INVALID virtual · compute")
                .contains("only 0 of 0 units were fit", "the time was used up; raise -Dloomgate.at-most");
    }

    @Test
    void anArmThatCanNotBeComparedFails() {
        DuelVerdict died = verdict(
                new UnitTally(1, 0, 0, List.of(), List.of(), Map.of(), Optional.of("jdk25: the server died")),
                Outcome.INCONCLUSIVE);

        assertThat(died.failures(CELL))
                .singleElement()
                .asString()
                .startsWith("FAILED virtual · compute")
                .endsWith("jdk25: the server died");
        assertThat(died.warnings()).as("the failure says it all").isEmpty();
    }

    private static DuelVerdict verdict(UnitTally tally, Outcome outcome) {
        return verdict(tally, List.of(comparison(Metric.APPLICATION_CPU, outcome)), List.of());
    }

    private static ComparisonVerdict comparison(Metric metric, Outcome outcome) {
        return new ComparisonVerdict(
                "virtual/compute",
                Compared.of(metric),
                false,
                outcome,
                Optional.of(new Effect(10, 0.031, 0.022, 0.040, OptionalDouble.empty())),
                1,
                0.0012,
                "the reason");
    }

    private static DuelVerdict verdict(
            UnitTally tally, List<ComparisonVerdict> comparisons, List<ComparisonVerdict> reported) {
        return new DuelVerdict(
                PLAN,
                new DuelState(comparisons, reported, Map.of(), Map.of()),
                Map.of(CELL.id(), tally),
                new Fingerprint(Map.of(), List.of(), List.of()),
                Instant.EPOCH,
                Duration.ofMinutes(1),
                Duration.ofSeconds(40));
    }
}
