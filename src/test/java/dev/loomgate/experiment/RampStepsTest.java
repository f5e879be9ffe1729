package dev.loomgate.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.experiment.RateSteps.Outcome;
import dev.loomgate.plan.Ramp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

class RampStepsTest {
    @Test
    void goesUpStepByStepUntilThreeStepsInARowHaveFailed() {
        RampSteps steps = steps(1000);

        List<Integer> rates = walk(steps, rate -> rate >= 300 ? Outcome.FAILED : Outcome.HELD);

        assertThat(rates).containsExactly(100, 200, 300, 400, 500);
        assertThat(steps.ending()).contains("3 steps in a row failed").contains("500 req/s");
    }

    /** LUND: a single failed attack is one lost request and no end. */
    @Test
    void aStepThatHoldsBeginsTheCountAnew() {
        RampSteps steps = steps(900);

        List<Integer> rates =
                walk(steps, rate -> rate == 200 || rate == 300 || rate > 400 ? Outcome.FAILED : Outcome.HELD);

        assertThat(rates).containsExactly(100, 200, 300, 400, 500, 600, 700);
    }

    @Test
    void aServerThatHasCollapsedIsNotAskedForMore() {
        RampSteps steps = steps(1000);

        assertThat(walk(steps, rate -> rate > 100 ? Outcome.COLLAPSED : Outcome.HELD))
                .containsExactly(100, 200);
        assertThat(steps.ending()).contains("at 200 req/s it answered less than 70 %");
    }

    @Test
    void aRampThatNeverFailsStopsAtItsCeilingAndSaysSo() {
        RampSteps steps = steps(350);

        assertThat(walk(steps, rate -> Outcome.HELD)).containsExactly(100, 200, 300);
        assertThat(steps.ending()).contains("ceiling of 350 req/s").contains("held it");
    }

    @Test
    void seesAllRatesAhead() {
        RampSteps steps = steps(500);
        steps.took(100, Outcome.HELD);

        assertThat(steps.ahead()).containsExactly(200, 300, 400, 500);
    }

    private static RampSteps steps(int ceiling) {
        return new RampSteps(ramp(ceiling));
    }

    static Ramp ramp(int ceiling) {
        return new Ramp(
                "short",
                100,
                100,
                ceiling,
                Duration.ofSeconds(2),
                Duration.ZERO,
                Duration.ZERO,
                3,
                0.7,
                1,
                Ramp.Aggregate.MEAN,
                new Ramp.Conditions(0.95, 0.8, 0.5, 0.5));
    }

    static List<Integer> walk(RateSteps steps, IntFunction<Outcome> server) {
        List<Integer> rates = new ArrayList<>();
        while (steps.next().isPresent()) {
            assertThat(rates).as("rates so far").hasSizeLessThan(60);
            int rate = steps.next().getAsInt();
            rates.add(rate);
            steps.took(rate, server.apply(rate));
        }
        return rates;
    }
}
