package dev.loomgate.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.metric.Metric;
import dev.loomgate.summary.Estimate.Estimated;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Of searches that found a server that holds nothing, and of who looks after each round. */
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

    /**
     * The truth is 1, and boots differ by as much again as windows tell. One side of an interval errs once in forty
     * times; who looks after the second, third, fourth and fifth round, and stops at the first decision, errs more often.
     */
    @Test
    void whoLooksAfterEachRoundErrsOnceInFortyForEachLookAtMost() {
        Random random = new Random(1);
        int runs = 20_000;
        double[] wrong = new double[6];
        for (int run = 0; run < runs; run++) {
            List<Double> logs = new ArrayList<>(List.of(round(random)));
            boolean decided = false;
            for (int rounds = 2; rounds < wrong.length; rounds++) {
                logs.add(round(random));
                decided |= OverRounds.expecting(0.02, logs).low() > 1;
                wrong[rounds] += decided ? 1.0 / runs : 0;
            }
        }

        assertThat(wrong[2]).isBetween(0.01, 0.025);
        assertThat(wrong[3]).isBetween(0.025, 0.05);
        assertThat(wrong[5]).isBetween(0.05, 0.1);
    }

    private static double round(Random random) {
        return (random.nextGaussian() + random.nextGaussian()) * 0.02;
    }

    private static Estimated search(double held, double failed) {
        return new Estimated(Metric.CAPACITY, held, held, failed, List.of(held));
    }
}
