package dev.loomgate.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.metric.Metric;
import dev.loomgate.summary.Estimate.Estimated;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Searches that found a server that holds nothing. */
class OverRoundsTest {
    @Test
    void whereTheOtherSideHeldNothingTheRatioHasNoUpperEnd() {
        OverRounds ratio = OverRounds.searchedRatio(
                List.of(search(400, 420), search(400, 420)), List.of(search(0, 100), search(0, 100)));

        assertThat(ratio.value()).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(ratio.low()).isEqualTo(4);
        assertThat(ratio.high()).isEqualTo(Double.POSITIVE_INFINITY);
    }

    @Test
    void whereItHeldNothingItselfTheRatioIsNothing() {
        OverRounds ratio = OverRounds.searchedRatio(
                List.of(search(0, 100), search(0, 100)), List.of(search(400, 420), search(400, 420)));

        assertThat(ratio.value()).isZero();
        assertThat(ratio.low()).isZero();
        assertThat(ratio.high()).isEqualTo(0.25);
    }

    @Test
    void whereNeitherHeldAnythingThereIsNone() {
        assertThat(OverRounds.searchedRatio(List.of(search(0, 100)), List.of(search(0, 100)))
                        .value())
                .isNaN();
    }

    private static Estimated search(double held, double failed) {
        return new Estimated(Metric.CAPACITY, held, held, failed, List.of(held));
    }
}
