package dev.loomgate.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.experiment.RateSteps.Outcome;
import dev.loomgate.plan.Search;
import dev.loomgate.plan.Search.ServiceLevel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Servers are functions from the rate that is asked for to the rate that is answered; 97 % of it is a rate that is
 * held.
 */
class SaturatedServerSearchTest {
    private static final double HELD = 0.97;
    private static final double PRECISION = 0.05;

    /** Up to the first rate that fails: one step per doubling. Then one below the end, and one above. */
    @ParameterizedTest
    @ValueSource(ints = {120, 199, 212, 640, 1000, 1599, 3333, 6000})
    void aPoolIsFoundInTwoStepsAfterTheFirstThatFails(int capacity) {
        CapacitySearch steps = steps();

        List<Integer> rates = walk(steps, rate -> Math.min(rate, capacity));

        int doublings =
                (int) rates.stream().takeWhile(rate -> rate * HELD <= capacity).count();
        assertThat(rates).hasSizeLessThanOrEqualTo(doublings + 3);
        assertThatItLiesBetween(steps, capacity / HELD);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 60, 99})
    void aPoolThatEndsBelowTheFirstRateIsFoundToo(int capacity) {
        CapacitySearch steps = steps();

        List<Integer> rates = walk(steps, rate -> Math.min(rate, capacity));

        assertThat(rates).hasSizeLessThan(10);
        assertThatItLiesBetween(steps, capacity / HELD);
    }

    /** Half of what it could, or nothing at all. */
    @ParameterizedTest
    @ValueSource(doubles = {0, 0.5, 0.8, 0.93})
    void whatAServerAnswersThatCollapsesDoesNotMislead(double share) {
        for (int capacity : List.of(30, 100, 640, 999, 3333)) {
            CapacitySearch steps = steps();

            walk(steps, rate -> rate * HELD <= capacity ? rate : share * capacity);

            assertThatItLiesBetween(steps, capacity / HELD);
        }
    }

    /** A burst is answered faster than the rate that can be held for long. */
    @ParameterizedTest
    @ValueSource(doubles = {1.02, 1.1, 1.6})
    void whatAServerPromisesTooMuchIsTriedOnce(double promise) {
        CapacitySearch steps = steps();

        List<Integer> rates = walk(steps, rate -> rate * HELD <= 640 ? rate : Math.min(0.96 * rate, promise * 640));

        assertThat(rates).hasSizeLessThan(14);
        assertThatItLiesBetween(steps, 640 / HELD);
    }

    @Test
    void nothingIsGuessedBeforeAnythingFailed() {
        assertThat(new CapacitySearch.Saturation().next(100, 200, 105)).isEmpty();
    }

    private static void assertThatItLiesBetween(CapacitySearch steps, double end) {
        int failed = steps.failed().orElseThrow();
        assertThat(steps.held()).isLessThanOrEqualTo((int) end);
        assertThat((double) failed).isGreaterThan(end);
        assertThat(failed - steps.held()).isLessThanOrEqualTo((int) Math.max(1, PRECISION * failed));
    }

    private static List<Integer> walk(CapacitySearch steps, DoubleUnaryOperator server) {
        List<Integer> rates = new ArrayList<>();
        while (steps.next().isPresent()) {
            int rate = steps.next().getAsInt();
            double answered = server.applyAsDouble(rate);
            boolean held = answered >= HELD * rate;
            if (!held) {
                steps.answered(rate, answered);
            }
            steps.took(rate, held ? Outcome.HELD : Outcome.FAILED);
            rates.add(rate);
            assertThat(rates).hasSizeLessThan(50);
        }
        return rates;
    }

    private static CapacitySearch steps() {
        return new CapacitySearch(new Search(
                "short",
                100,
                8000,
                Duration.ofSeconds(2),
                Duration.ZERO,
                Duration.ofMinutes(4),
                PRECISION,
                1,
                new ServiceLevel(0, Optional.empty(), HELD),
                Optional.empty()));
    }
}
