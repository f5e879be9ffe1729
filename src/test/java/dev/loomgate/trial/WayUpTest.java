package dev.loomgate.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.plan.Search;
import dev.loomgate.plan.Search.ServiceLevel;
import dev.loomgate.plan.Stepped;
import dev.loomgate.trial.RateSteps.Outcome;
import dev.loomgate.trial.Sustained.End;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

/** A generator that is at its end beyond some rate, in front of a server that holds a lower one, or a higher one. */
class WayUpTest {
    private static final Search SEARCH = new Search(
            "s",
            100,
            6400,
            Duration.ofSeconds(4),
            Duration.ZERO,
            Duration.ofMinutes(4),
            0.05,
            2,
            new ServiceLevel(0, Optional.empty(), 0.97),
            Optional.empty());

    @Test
    void aSearchFindsAServerThatEndsBeforeTheGenerator() {
        Sustained end = walk(SEARCH, rate -> rate <= 900, rate -> rate > 1500);

        assertThat(end.end()).isEqualTo(End.SERVER);
        assertThat(end.held()).isBetween(850, 900);
        assertThat(end.failed().orElseThrow()).isBetween(901, 950);
    }

    @Test
    void aSearchSaysUpToWhereTheServerHeldWhenTheGeneratorEndsFirst() {
        Sustained end = walk(SEARCH, rate -> rate <= 2000, rate -> rate > 1500);

        assertThat(end.end()).as("what the machine ended is no answer").isEqualTo(End.UNKNOWN);
        assertThat(end.held()).isBetween(1400, 2000);
        assertThat(end.ending()).contains("it held " + end.held() + " req/s", "nothing could be told", "generator");
    }

    @Test
    void aSearchThatIsStoppedAnswersAsFarAsItHasCome() {
        WayUp way = new WayUp(SEARCH, 2);
        way.took(step(1, 100, false), Outcome.HELD);
        way.took(step(2, 200, false), Outcome.HELD);
        way.took(step(3, 400, false), Outcome.FAILED);

        way.stop("time is up");

        assertThat(way.end()).hasValueSatisfying(end -> {
            assertThat(end.end()).isEqualTo(End.SERVER);
            assertThat(end.held()).isEqualTo(200);
            assertThat(end.failed()).hasValue(400);
            assertThat(end.ending()).contains("time is up", "200");
        });
    }

    @Test
    void aSearchThatIsStoppedBeforeAnythingFailedKnowsALowerEnd() {
        WayUp way = new WayUp(SEARCH, 2);
        way.took(step(1, 100, false), Outcome.HELD);

        way.stop("time is up");

        assertThat(way.end()).hasValueSatisfying(end -> {
            assertThat(end.end()).isEqualTo(End.CEILING);
            assertThat(end.held()).isEqualTo(100);
        });
    }

    @Test
    void aSearchThatIsStoppedBeforeItsFirstStepKnowsNothing() {
        WayUp way = new WayUp(SEARCH, 2);

        way.stop("time is up");

        assertThat(way.end()).hasValueSatisfying(end -> assertThat(end.end()).isEqualTo(End.UNKNOWN));
    }

    @Test
    void aStepThatHeldAlthoughDisturbedHasHeld() {
        assertThat(walk(SEARCH, rate -> true, rate -> true).end()).isEqualTo(End.CEILING);
    }

    @Test
    void aRampEndsWhereNothingCanBeTold() {
        Sustained end = walk(RampStepsTest.ramp(1000), rate -> rate <= 400, rate -> rate > 300);

        assertThat(end.end()).isEqualTo(End.UNKNOWN);
        assertThat(end.held()).isEqualTo(400);
        assertThat(end.ending()).contains("at 500 req/s nothing could be told");
    }

    private static Sustained walk(Stepped load, IntPredicate holds, IntPredicate disturbed) {
        WayUp way = new WayUp(load, 2);
        for (int step = 1; way.end().isEmpty(); step++) {
            assertThat(step).as("it must come to an end").isLessThan(60);
            int rate = way.next().orElseThrow();
            way.took(step(step, rate, disturbed.test(rate)), holds.test(rate) ? Outcome.HELD : Outcome.FAILED);
        }
        return way.end().orElseThrow();
    }

    private static Iteration step(int number, int rate, boolean disturbed) {
        return new Iteration(
                number,
                Phases.steady(10, 1, 10).load(),
                Map.of(),
                disturbed ? List.of("the generator was at its end") : List.of(),
                List.of(),
                Optional.of(new Step(1, rate, true, "")));
    }
}
