package dev.loomgate.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class OneSidedTest {
    private static final OneSided FIVE = OneSided.of(List.of(1.0, 2.0, 3.0, 4.0, 5.0));

    /**
     * By hand: mean 3, variance 10 / 4, standard error sqrt(2.5 / 5) = 0.7071; Student's table for 4 degrees of freedom
     * has 2.132 at 95 %.
     */
    @Test
    void theLowerBoundIsAsManyStandardErrorsBelowTheMeanAsStudentsTableSays() {
        assertThat(FIVE.lower(0.05)).isCloseTo(3 - 2.132 * 0.7071, within(0.001));
    }

    /** 2.776 at 97.5 %, 3.747 at 99 %. */
    @Test
    void theUpperBoundLikewise() {
        assertThat(FIVE.upper(0.025)).isCloseTo(3 + 2.776 * 0.7071, within(0.001));
        assertThat(FIVE.upper(0.01)).isCloseTo(3 + 3.747 * 0.7071, within(0.001));
    }

    @Test
    void theMeanItselfIsAsLikelyAsNot() {
        assertThat(FIVE.p(3)).isCloseTo(0.5, within(1e-9));
    }

    @Test
    void theProbabilityAndTheBoundAreTwoSidesOfOneThing() {
        assertThat(FIVE.p(FIVE.lower(0.013))).isCloseTo(0.013, within(1e-9));
    }

    @Test
    void oneValueBoundsNothing() {
        OneSided one = OneSided.of(List.of(0.3));

        assertThat(one.lower(0.05)).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(one.upper(0.05)).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(one.p(0)).isEqualTo(1);
    }

    /**
     * By hand: what is known beforehand counts four units, so one value has 4 degrees of freedom and the known scatter
     * (4.604 at 0.5 %); two have 5, and a variance of (4 x 0.01 + 1 x 0.02) / 5 (3.365 at 1 %).
     */
    @Test
    void fewValuesAreHeldAgainstTheScatterThatIsKnown() {
        assertThat(OneSided.of(List.of(0.7)).lower(0.005, 0.1)).isCloseTo(0.7 - 4.604 * 0.1, within(0.001));
        assertThat(OneSided.of(List.of(0.6, 0.8)).lower(0.01, 0.1))
                .isCloseTo(0.7 - 3.365 * Math.sqrt(0.06 / 5 / 2), within(0.001));
        assertThat(OneSided.of(List.of(0.6, 0.8)).reach(0.01, 0.1, 4))
                .isCloseTo(3.365 * Math.sqrt(0.06 / 5 / 2), within(0.001));
    }

    @Test
    void aCountThatIsTheSameEveryTimeLeavesNoDoubt() {
        OneSided same = OneSided.of(List.of(0.125, 0.125, 0.125));

        assertThat(same.lower(1e-9)).isEqualTo(0.125);
        assertThat(same.upper(1e-9)).isEqualTo(0.125);
        assertThat(same.p(0.05)).isZero();
        assertThat(same.p(0.125)).isEqualTo(1);
    }
}
