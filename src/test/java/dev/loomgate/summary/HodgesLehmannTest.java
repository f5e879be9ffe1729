package dev.loomgate.summary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class HodgesLehmannTest {
    @Test
    void theCentreOfASymmetricSampleIsItsMiddle() {
        assertThat(HodgesLehmann.centre(new double[] {4})).isEqualTo(4);
        assertThat(HodgesLehmann.centre(new double[] {3, 1, 2})).isEqualTo(2);
        assertThat(HodgesLehmann.centre(new double[] {1, 2, 3, 10})).isEqualTo(2.75);
    }

    @Test
    void oneWildValueOfSixMovesNothingAndTwoShowByHalf() {
        assertThat(HodgesLehmann.centre(new double[] {0, 0, 0, 0, 0, 1})).isZero();
        assertThat(HodgesLehmann.centre(new double[] {0, 1, 0, 0, 1, 0})).isEqualTo(0.5);
    }

    /** Known theory: on normal values its variance is pi / 3 of the mean's, in large samples. */
    @Test
    void isNearlyAsSharpAsTheMeanOnNormalValues() {
        SplittableRandom random = new SplittableRandom(1);
        double centres = 0;
        double means = 0;
        for (int sample = 0; sample < 4000; sample++) {
            double[] values =
                    random.doubles(8).map(ignored -> random.nextGaussian()).toArray();
            centres += Math.pow(HodgesLehmann.centre(values), 2);
            means += Math.pow(Arrays.stream(values).average().orElseThrow(), 2);
        }

        assertThat(centres / means).isCloseTo(Math.PI / 3, within(0.06));
    }

    @Test
    void nothingHasNoCentre() {
        assertThatThrownBy(() -> HodgesLehmann.centre(new double[0])).isInstanceOf(IllegalArgumentException.class);
    }
}
