package dev.loomgate.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.metric.Metric;
import dev.loomgate.plan.LoadProfile;
import dev.loomgate.plan.Relation;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/**
 * Two rounds whose scatter something tells beforehand reach 3.182 / √2 = 2.25 standard deviations to each side (three
 * degrees of freedom), three 2.776 / √3 = 1.60, four 2.571 / √4 = 1.29, five 2.447 / √5 = 1.09: Student's table.
 */
class RoundsToDecideTest {
    @Test
    void asManyAsAreNeededForAnIntervalThatEndsAtTheBound() {
        // It ends 10 % beyond the middle and the bound lies 6 %: 0.6 of the reach, which four have (0.57) and three
        // don't.
        assertThat(RoundsToDecide.of(order(0), around(0.94, 0.1), 2)).hasValue(4);
    }

    @Test
    void whatIsBeyondTheBoundWillFail() {
        assertThat(RoundsToDecide.of(order(0), around(1 / 0.94, 0.1), 2)).hasValue(4);
    }

    @Test
    void whatIsWithinTheMarginWillBeAlike() {
        // From 0.8 % above 1 it is 5.0 % to the margin: half of the reach of two, which five have (0.49).
        assertThat(RoundsToDecide.of(order(0.06), around(Math.exp(0.008), 0.1), 2))
                .hasValue(5);
    }

    @Test
    void atTheBoundThirtyDoNotDo() {
        assertThat(RoundsToDecide.of(order(0), around(0.999, 0.1), 2)).hasValue(31);
    }

    /** Student's t alone: 12.706 / √2 = 8.98 of two rounds, and 4.303 / √3 = 2.48 of three. */
    @Test
    void whereRoundsAloneTellAThirdOneTellsMuch() {
        OverRounds alone = new OverRounds(0.94, 0.94 * Math.exp(-0.1), 0.94 * Math.exp(0.1));

        assertThat(RoundsToDecide.of(order(0), alone, 2)).hasValue(3);
    }

    /** Of one round 4.303, of two 2.25: 0.52 of it. */
    @Test
    void aSingleRoundTellsWhereSomethingLetsExpectItsScatter() {
        assertThat(RoundsToDecide.of(order(0), around(0.94, 0.1), 1)).hasValue(2);
        assertThat(RoundsToDecide.of(order(0), around(0.96, 0.1), 1)).hasValue(3);
    }

    @Test
    void ofASingleRoundAloneAndOfASearchNothingIsKnown() {
        assertThat(RoundsToDecide.of(order(0), new OverRounds(0.5, 0, Double.POSITIVE_INFINITY), 1))
                .isEmpty();
        assertThat(RoundsToDecide.of(relation(Metric.CAPACITY, 0), around(0.94, 0.1), 2))
                .isEmpty();
    }

    private static OverRounds around(double middle, double reach) {
        return new OverRounds(middle, middle * Math.exp(-reach), middle * Math.exp(reach), 2);
    }

    static Relation order(double alike) {
        return relation(Metric.P50, alike);
    }

    private static Relation relation(Metric metric, double alike) {
        return new Relation(
                metric,
                "io",
                new LoadProfile.Constant(500),
                "virtual",
                Optional.of("webflux"),
                0,
                1,
                alike,
                OptionalDouble.empty());
    }
}
