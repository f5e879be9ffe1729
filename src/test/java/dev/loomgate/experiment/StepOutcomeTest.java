package dev.loomgate.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.experiment.RateSteps.Outcome;
import dev.loomgate.load.IterationLoad;
import dev.loomgate.plan.Ramp;
import dev.loomgate.plan.Search;
import dev.loomgate.plan.Search.ServiceLevel;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Steps of ideal servers: one that answers all, one with 100 threads that wait 100 ms, one that loses a request. */
class StepOutcomeTest {
    private static final Ramp RAMP = new Ramp(
            "short",
            100,
            100,
            2000,
            Duration.ofSeconds(4),
            Duration.ZERO,
            Duration.ZERO,
            3,
            0.7,
            1,
            Ramp.Aggregate.MEAN,
            new Ramp.Conditions(0.95, 0.8, 0.5, 0.5));
    private static final Search SEARCH = new Search(
            "short",
            100,
            2000,
            Duration.ofSeconds(4),
            Duration.ZERO,
            Duration.ofMinutes(4),
            0.05,
            2,
            new ServiceLevel(0.001, Optional.of(Duration.ofMillis(300)), 0.95),
            Optional.empty());

    @Test
    void aServerThatAnswersAllHolds() {
        IterationLoad load = Phases.steady(500, 4, 100).load();

        assertThat(StepOutcome.of(RAMP, 500, load).outcome()).isEqualTo(Outcome.HELD);
        assertThat(StepOutcome.of(SEARCH, 500, load)).isEqualTo(new StepOutcome(Outcome.HELD, ""));
    }

    /** LUND 3.5.1: a single failed request fails the attack. */
    @Test
    void oneLostRequestFailsTheStepOfARampButNotAServiceLevelThatAllowsIt() {
        IterationLoad load =
                Phases.steady(500, 4, 100).fails(1999, 100, "status 503").load();

        assertThat(StepOutcome.of(RAMP, 500, load).outcome()).isEqualTo(Outcome.FAILED);
        assertThat(StepOutcome.of(RAMP, 500, load).why()).isEqualTo("1 of 2001 requests failed");
        assertThat(StepOutcome.of(SEARCH, 500, load).outcome()).isEqualTo(Outcome.HELD);
    }

    /** 100 threads that wait 100 ms answer 1,000 req/s: half of 2,000. */
    @Test
    void aServerThatAnswersHalfOfTheRateHasCollapsed() {
        IterationLoad load = Phases.queue(2000, 4, 100, 100).load();

        assertThat(StepOutcome.of(RAMP, 2000, load).outcome()).isEqualTo(Outcome.COLLAPSED);
        assertThat(StepOutcome.of(SEARCH, 2000, load).why())
                .startsWith("it answered 5")
                .endsWith("% of the rate");
    }

    /** A ramp ends where there is no use in going further up, whether the server that broke there is dead or only slow. */
    @Test
    void aServerThatDiedHasCollapsedOnlyIfItAnsweredLittle() {
        IterationLoad half = Phases.queue(2000, 4, 100, 100).load();
        IterationLoad all = Phases.steady(500, 4, 100).load();

        assertThat(StepOutcome.of(RAMP, 2000, half).died("out of heap"))
                .isEqualTo(new StepOutcome(Outcome.COLLAPSED, "the server died: out of heap"));
        assertThat(StepOutcome.of(RAMP, 500, all).died("out of heap").outcome()).isEqualTo(Outcome.FAILED);
    }

    /**
     * At 1,100 req/s the queue grows by 100 a second: after 4 s the last ones wait for 0.4 s, and nine tenths are
     * answered.
     */
    @Test
    void aQueueThatGrowsBreaksThePromiseEvenWhenNothingIsLost() {
        IterationLoad load = Phases.queue(1100, 4, 100, 100).load();

        assertThat(StepOutcome.of(RAMP, 1100, load).outcome()).isEqualTo(Outcome.HELD);
        assertThat(StepOutcome.of(SEARCH, 1100, load).outcome()).isEqualTo(Outcome.FAILED);
    }

    @Test
    void anAnswerThatComesTooLateBreaksThePromise() {
        IterationLoad load = Phases.steady(500, 4, 301).load();

        assertThat(StepOutcome.of(SEARCH, 500, load).why())
                .startsWith("p99 was 301.")
                .endsWith("promised are 300 ms");
    }
}
