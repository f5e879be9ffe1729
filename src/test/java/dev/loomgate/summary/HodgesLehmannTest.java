package dev.loomgate.summary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class HodgesLehmannTest {
    /** The six differences are 2, 1, -1, 5, 4 and 2; in order -1, 1, 2, 2, 4, 5. */
    @Test
    void isTheMedianOfAllDifferences() {
        assertThat(HodgesLehmann.shift(new double[] {1, 2, 4}, new double[] {3, 6}))
                .isEqualTo(2);
    }

    @Test
    void isWhatWasAddedToAllValues() {
        assertThat(HodgesLehmann.shift(new double[] {1, 7, 3, 5}, new double[] {11, 17, 13, 15}))
                .isEqualTo(10);
    }

    @Test
    void changesItsSignWithTheSides() {
        double[] one = {1, 2, 4, 9};
        double[] two = {3, 6, 8};

        assertThat(HodgesLehmann.shift(one, two)).isEqualTo(-HodgesLehmann.shift(two, one));
    }

    /** Of ten slices in which nothing happened one met a pause of the machine. */
    @Test
    void isNotMovedByOneWildValue() {
        double[] quiet = {1.00, 1.01, 0.99, 1.00, 1.02};
        double[] paused = {1.00, 1.01, 0.99, 1.00, 50};

        assertThat(HodgesLehmann.shift(quiet, paused)).isBetween(-0.02, 0.02);
    }

    @Test
    void needsValuesOnBothSides() {
        assertThatThrownBy(() -> HodgesLehmann.shift(new double[0], new double[] {1}))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
