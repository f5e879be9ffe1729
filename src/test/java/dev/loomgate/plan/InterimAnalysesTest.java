package dev.loomgate.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class InterimAnalysesTest {
    @Test
    void twentyUnitsAreLookedAtSixTimes() {
        InterimAnalyses looks = InterimAnalyses.upTo(20);

        assertThat(looks.units()).containsExactly(3, 5, 8, 12, 16, 20);
        assertThat(looks.shares().getFirst()).isEqualTo(0.10);
        assertThat(looks.shares().getLast()).isCloseTo(0.30, within(1e-9));
    }

    @Test
    void theLastLookSpendsWhatIsLeft() {
        assertThat(InterimAnalyses.upTo(3)).isEqualTo(new InterimAnalyses(List.of(3), List.of(1.0)));
        assertThat(InterimAnalyses.upTo(10).units()).containsExactly(3, 5, 8, 10);
        assertThat(InterimAnalyses.upTo(10).shares().getLast()).isCloseTo(0.60, within(1e-9));
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 5, 6, 8, 9, 12, 19, 20, 40})
    void neverSpendMoreThanThereIs(int most) {
        InterimAnalyses looks = InterimAnalyses.upTo(most);

        assertThat(looks.shares().stream().mapToDouble(share -> share).sum()).isCloseTo(1, within(1e-9));
        assertThat(looks.most()).isEqualTo(most);
    }

    /** The look at these units themselves is repeated with more, so that its share is not lost. */
    @ParameterizedTest
    @CsvSource({"2, 1", "3, 1", "4, 0.9", "5, 0.9", "6, 0.75", "20, 0.3", "25, 0.3"})
    void whatEarlierLooksLeave(int measured, double left) {
        assertThat(InterimAnalyses.upTo(20).left(measured)).isCloseTo(left, within(1e-9));
    }

    @Test
    void fewerThanThreeUnitsAreNoLook() {
        assertThatThrownBy(() -> InterimAnalyses.upTo(2)).hasMessageContaining("at least 3 units");
    }
}
