package dev.loomgate.summary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IntervalTest {
    /** From a printed table of Student's t: the upper 2.5 % points. */
    private static final double T_2 = 4.303;

    private static final double T_4 = 2.776;

    @Test
    void threeValuesReachFourPointThreeStandardErrorsOnTheLogarithm() {
        // logarithms 0, 1, 2: mean 1, standard deviation 1
        Interval interval = Interval.of(List.of(1.0, Math.E, Math.E * Math.E));

        assertThat(Math.log(interval.low())).isCloseTo(1 - T_2 / Math.sqrt(3), within(0.001));
        assertThat(Math.log(interval.high())).isCloseTo(1 + T_2 / Math.sqrt(3), within(0.001));
    }

    @Test
    void fiveValuesReachTwoPointEightStandardErrors() {
        // logarithms 0 to 4: mean 2, variance 10 / 4
        Interval interval = Interval.of(Stream.of(0, 1, 2, 3, 4).map(Math::exp).toList());

        assertThat(Math.log(interval.high())).isCloseTo(2 + T_4 * Math.sqrt(2.5 / 5), within(0.001));
    }

    @Test
    void aZeroAmongTheValuesMakesItPlainAndItEndsAtZero() {
        // mean 1, standard deviation 1
        Interval interval = Interval.of(List.of(0.0, 1.0, 2.0));

        assertThat(interval.low()).isZero();
        assertThat(interval.high()).isCloseTo(1 + T_2 / Math.sqrt(3), within(0.001));
    }

    @Test
    void oneValueHasNoKnownSpread() {
        assertThat(Interval.of(List.of(5.0))).isEqualTo(new Interval(0, Double.POSITIVE_INFINITY));
    }

    @Test
    void equalValuesHaveNoWidth() {
        assertThat(Interval.of(List.of(31.7, 31.7, 31.7))).isEqualTo(new Interval(31.7, 31.7));
        assertThat(Interval.of(List.of(0.0, 0.0))).isEqualTo(new Interval(0, 0));
    }

    @Test
    void isWidenedToHoldItsCentre() {
        assertThat(new Interval(2, 3).holding(1)).isEqualTo(new Interval(1, 3));
        assertThat(new Interval(2, 3).holding(2.5)).isEqualTo(new Interval(2, 3));
        assertThat(new Interval(2, 3).holding(4)).isEqualTo(new Interval(2, 4));
    }

    @ParameterizedTest
    @CsvSource({"2", "3", "5", "8"})
    void holdsTheTruthInNineteenOfTwentyRuns(int iterations) {
        Random random = new Random(20240519 + iterations);
        int runs = 4000;
        int held = 0;
        for (int run = 0; run < runs; run++) {
            // log-normal around a median of 100 with 10 % scatter
            List<Double> values = random.doubles(0, 1)
                    .limit(iterations)
                    .mapToObj(ignored -> 100 * Math.exp(0.1 * random.nextGaussian()))
                    .toList();
            Interval interval = Interval.of(values);
            held += interval.low() <= 100 && 100 <= interval.high() ? 1 : 0;
        }

        double binomialError = Math.sqrt(0.95 * 0.05 / runs);
        assertThat((double) held / runs).isCloseTo(0.95, within(3.5 * binomialError));
    }
}
