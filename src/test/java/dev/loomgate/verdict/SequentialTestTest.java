package dev.loomgate.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.plan.InterimAnalyses;
import dev.loomgate.plan.Tolerance;
import dev.loomgate.verdict.ComparisonVerdict.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Units whose truth is known, because they were drawn: how often the walk is wrong must be what it promises. */
class SequentialTestTest {
    private static final Tolerance TOLERANCE = new Tolerance(0.01, 0.05);
    private static final Procedure PROCEDURE = Procedure.ofValues(InterimAnalyses.upTo(20));
    private static final int TRIES = 4000;

    @Test
    void waitsForTheFirstLook() {
        SequentialTest walk = SequentialTest.of(new LogRatios(List.of(0.5, 0.5)), TOLERANCE, PROCEDURE, 0.01);

        assertThat(walk.outcome()).isEqualTo(Outcome.OPEN);
        assertThat(walk.wanted()).isEqualTo(3);
        assertThat(walk.look()).isZero();
    }

    @Test
    void clearsWhatIsFarBelowTheSizeThatMustBeCaughtAfterFiveUnits() {
        SequentialTest walk = SequentialTest.of(
                new LogRatios(List.of(0.001, -0.001, 0.0, 0.002, -0.002)), TOLERANCE, PROCEDURE, 0.01);

        assertThat(walk.outcome()).isEqualTo(Outcome.CLEAR);
        assertThat(walk.look()).isEqualTo(2);
        assertThat(walk.wanted()).isZero();
    }

    @Test
    void asksForFreshUnitsBeforeItCallsSomethingWorse() {
        SequentialTest walk =
                SequentialTest.of(new LogRatios(List.of(0.200, 0.201, 0.199)), TOLERANCE, PROCEDURE, 0.01);

        assertThat(walk.outcome()).isEqualTo(Outcome.OPEN);
        assertThat(walk.wanted()).isEqualTo(5);
        assertThat(walk.spent()).isEqualTo(0.01 * 0.10);
    }

    /** Twice as much: three units, and two fresh ones confirm it. */
    @Test
    void whatNeedsNoStatisticsIsConfirmedOnTwo() {
        SequentialTest walk =
                SequentialTest.of(new LogRatios(List.of(0.70, 0.71, 0.69, 0.70, 0.71)), TOLERANCE, PROCEDURE, 0.001);

        assertThat(walk.outcome()).isEqualTo(Outcome.REGRESSION);
        assertThat(walk.reason()).isEqualTo("worse after 3 units, confirmed on 2 fresh ones");
    }

    /** Two units that differ by more than their mean say nothing yet; three may. */
    @Test
    void asksForMoreFreshUnitsWhereTwoAreTooFew() {
        List<Double> values = new ArrayList<>(List.of(0.300, 0.301, 0.299, 0.31, 0.29));
        assertThat(SequentialTest.of(new LogRatios(values), TOLERANCE, PROCEDURE, 0.01)
                        .wanted())
                .isEqualTo(6);
        values.add(0.30);
        assertThat(SequentialTest.of(new LogRatios(values), TOLERANCE, PROCEDURE, 0.01)
                        .reason())
                .isEqualTo("worse after 3 units, confirmed on 3 fresh ones");
    }

    @Test
    void callsWorseWhatIsWorseAgain() {
        SequentialTest walk = SequentialTest.of(
                new LogRatios(List.of(0.200, 0.201, 0.199, 0.202, 0.198, 0.203, 0.200, 0.197, 0.202, 0.199)),
                TOLERANCE,
                PROCEDURE,
                0.01);

        assertThat(walk.outcome()).isEqualTo(Outcome.REGRESSION);
        assertThat(walk.look()).isEqualTo(1);
    }

    @Test
    void goesOnWhereFreshUnitsShowNothing() {
        List<Double> values = new ArrayList<>(List.of(0.200, 0.201, 0.199));
        values.addAll(List.of(0.001, -0.001, 0.0, 0.002, -0.002));

        SequentialTest walk = SequentialTest.of(new LogRatios(values), TOLERANCE, PROCEDURE, 0.01);

        assertThat(walk.outcome()).isEqualTo(Outcome.OPEN);
        assertThat(walk.wanted()).isEqualTo(12);
    }

    @Test
    void aSuspicionThatIsNotConfirmedStaysOne() {
        List<Double> worse = List.of(0.200, 0.201, 0.199);

        SequentialTest stopped = SequentialTest.of(new LogRatios(worse), TOLERANCE, PROCEDURE, 0.01)
                .stopped(new LogRatios(worse), PROCEDURE, "no more units were measured");

        assertThat(stopped.outcome()).isEqualTo(Outcome.SUSPECTED);
        assertThat(stopped.reason())
                .isEqualTo(
                        "looks worse after 3 units; not confirmed on 5 fresh ones, because no more units were measured");
    }

    @Test
    void saysWhatItCouldHaveSeenWhenTheUnitsAreUsedUp() {
        List<Double> scattered = draw(new Random(7), 0.03, 0.2, 20);

        SequentialTest walk = SequentialTest.of(new LogRatios(scattered), TOLERANCE, PROCEDURE, 0.001);

        assertThat(walk.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
        assertThat(walk.reason()).containsPattern("undecided after 20 units: could have seen a change of [0-9.]+ %");
    }

    @Test
    void isInconclusiveWhenStoppedWhileOpen() {
        List<Double> two = List.of(0.5, 0.5);

        assertThat(SequentialTest.of(new LogRatios(two), TOLERANCE, PROCEDURE, 0.01)
                        .stopped(new LogRatios(two), PROCEDURE, "no more units were measured")
                        .outcome())
                .isEqualTo(Outcome.INCONCLUSIVE);
    }

    /**
     * The true change is exactly what is tolerated, so that every REGRESSION is an error; 2,000 of alpha = 5 % before
     * confirmation, far fewer after it.
     */
    @Test
    void isWrongAboutAToleratedChangeNoMoreOftenThanItMay() {
        double alpha = 0.05;

        assertThat(share(Outcome.REGRESSION, Math.log1p(0.01), 0.02, alpha)).isLessThanOrEqualTo(alpha * 0.05 * 3);
    }

    /**
     * The true change is exactly the one that must be caught, so that every CLEAR is an error, allowed in 5 % of the
     * cases; 4,000 tries leave 1 % of chance.
     */
    @Test
    void missesAChangeOfTheSizeThatMustBeCaughtNoMoreOftenThanItMay() {
        assertThat(share(Outcome.CLEAR, Math.log1p(0.05), 0.02, 0.001)).isLessThanOrEqualTo(0.06);
    }

    /**
     * A change of four standard deviations of a unit is seen almost always (reading/statistics.md 2.6: 10 % at sd 2 %,
     * 100 %).
     */
    @Test
    void findsAChangeThatStandsOut() {
        assertThat(share(Outcome.REGRESSION, Math.log1p(0.10), 0.02, 0.001)).isGreaterThan(0.97);
    }

    private static double share(Outcome outcome, double mean, double deviation, double alpha) {
        Random random = new Random(42);
        return IntStream.range(0, TRIES)
                        .mapToObj(none -> SequentialTest.of(
                                new LogRatios(draw(random, mean, deviation, 25)), TOLERANCE, PROCEDURE, alpha))
                        .filter(walk -> walk.outcome() == outcome)
                        .count()
                / (double) TRIES;
    }

    private static List<Double> draw(Random random, double mean, double deviation, int units) {
        return IntStream.range(0, units)
                .mapToObj(none -> mean + deviation * random.nextGaussian())
                .toList();
    }
}
