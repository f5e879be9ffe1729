package dev.loomgate.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.experiment.CapacityResult.End;
import dev.loomgate.experiment.RateSteps.Outcome;
import dev.loomgate.metric.Invalidity;
import dev.loomgate.plan.Search;
import dev.loomgate.plan.Search.ServiceLevel;
import dev.loomgate.plan.Stepped;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

/** A generator that is at its end beyond some rate, in front of a server that holds a lower one, or a higher one. */
class StepSequenceTest {
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

    private final List<Integer> tried = new ArrayList<>();

    @Test
    void aSearchFindsAServerThatEndsBeforeTheGenerator() {
        CapacityResult end = walk(SEARCH, rate -> rate <= 900, rate -> rate > 1500);

        assertThat(end.end()).isEqualTo(End.SERVER);
        assertThat(end.held()).isBetween(850, 900);
        assertThat(end.failed().orElseThrow()).isBetween(901, 950);
    }

    @Test
    void aSearchSaysUpToWhereTheServerHeldWhenTheGeneratorEndsFirst() {
        CapacityResult end = walk(SEARCH, rate -> rate <= 2000, rate -> rate > 1500);

        assertThat(end.end()).as("what the machine ended is no answer").isEqualTo(End.DISTURBED);
        assertThat(end.held()).isBetween(1400, 2000);
        assertThat(end.ending()).contains("it held " + end.held() + " req/s", "nothing could be told", "generator");
    }

    @Test
    void aSearchThatIsStoppedAnswersAsFarAsItHasCome() {
        StepSequence way = new StepSequence(SEARCH, 2);
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
        StepSequence way = new StepSequence(SEARCH, 2);
        way.took(step(1, 100, false), Outcome.HELD);

        way.stop("time is up");

        assertThat(way.end()).hasValueSatisfying(end -> {
            assertThat(end.end()).isEqualTo(End.CEILING);
            assertThat(end.held()).isEqualTo(100);
        });
    }

    @Test
    void aSearchThatIsStoppedBeforeItsFirstStepKnowsNothing() {
        StepSequence way = new StepSequence(SEARCH, 2);

        way.stop("time is up");

        assertThat(way.end()).hasValueSatisfying(end -> assertThat(end.end()).isEqualTo(End.UNKNOWN));
    }

    @Test
    void aStepThatHeldAlthoughDisturbedHasHeld() {
        assertThat(walk(SEARCH, rate -> true, rate -> true).end()).isEqualTo(End.CEILING);
    }

    @Test
    void aRampEndsWhereNothingCanBeTold() {
        CapacityResult end = walk(RampStepsTest.ramp(1000), rate -> rate <= 400, rate -> rate > 300);

        assertThat(end.end()).isEqualTo(End.DISTURBED);
        assertThat(end.held()).isEqualTo(400);
        assertThat(end.ending()).contains("at 500 req/s nothing could be told");
    }

    @Test
    void aRampThatABrokenInstrumentEndsIsNotDisturbed() {
        StepSequence way = new StepSequence(RampStepsTest.ramp(1000), 0);

        way.took(
                step(
                        1,
                        100,
                        List.of(Invalidity.machine("12 % stolen"), Invalidity.instrument("the generator lost count"))),
                Outcome.FAILED);

        assertThat(way.end()).hasValueSatisfying(end -> assertThat(end.end()).isEqualTo(End.UNKNOWN));
    }

    @Test
    void aDisturbedFailureFarAboveTheEndCostsOneStep() {
        CapacityResult end = walk(SEARCH, rate -> rate <= 900, rate -> rate >= 1200);

        assertThat(end.end()).isEqualTo(End.SERVER);
        assertThat(tried).containsOnlyOnce(1600);
    }

    @Test
    void aDisturbedFailureThatIsTheEndIsTriedAgainUntilSomethingIsTold() {
        CapacityResult end = walk(SEARCH, rate -> rate <= 900, (rate, time) -> time == 1);

        int failed = end.failed().orElseThrow();
        assertThat(end.end()).isEqualTo(End.SERVER);
        assertThat(failed).isBetween(901, 950);
        assertThat(tried)
                .as("disturbed once, then twice not")
                .filteredOn(rate -> rate == failed)
                .hasSize(3);
    }

    /** The machine was busy when 200 and 400 were tried first. */
    @Test
    void aServerThatFailsOnlyWhileDisturbedIsFoundToHold() {
        BiPredicate<Integer, Integer> busy = (rate, time) -> time == 1 && (rate == 200 || rate == 400);

        CapacityResult end = walk(SEARCH, (rate, time) -> rate <= 900 && !busy.test(rate, time), busy);

        assertThat(end.end()).isEqualTo(End.SERVER);
        assertThat(end.held()).isBetween(850, 900);
        assertThat(end.failed().orElseThrow()).isBetween(901, 950);
    }

    @Test
    void whereTheEndIsAlwaysDisturbedTheLowestSureFailureIsTheOtherEnd() {
        CapacityResult end = walk(SEARCH, rate -> rate <= 900, rate -> rate > 900 && rate < 1600);

        assertThat(end.end()).isEqualTo(End.SERVER);
        assertThat(end.held()).isBetween(850, 900);
        assertThat(end.failed()).hasValue(1600);
        assertThat(end.ending()).contains("and 1600 req/s", "nothing could be told", "generator");
        assertThat(tried.stream().filter(rate -> rate > 900 && rate < 1600).distinct())
                .as("each three times, and not for ever")
                .allSatisfy(rate -> assertThat(tried).filteredOn(rate::equals).hasSize(3));
    }

    @Test
    void aSearchThatIsStoppedKnowsOnlySureFailures() {
        StepSequence way = new StepSequence(SEARCH, 2);
        way.took(step(1, 100, false), Outcome.HELD);
        way.took(step(2, 200, true), Outcome.FAILED);

        way.stop("time is up");

        assertThat(way.end()).hasValueSatisfying(end -> {
            assertThat(end.end()).isEqualTo(End.DISTURBED);
            assertThat(end.ending()).contains("it held 100 req/s", "at 200 req/s nothing could be told");
        });
    }

    private CapacityResult walk(Stepped load, IntPredicate holds, IntPredicate disturbed) {
        return walk(load, (rate, time) -> holds.test(rate), (rate, time) -> disturbed.test(rate));
    }

    /** @param holds and disturbed, of a rate and how often it has been tried, from 1 */
    private CapacityResult walk(
            Stepped load, BiPredicate<Integer, Integer> holds, BiPredicate<Integer, Integer> disturbed) {
        StepSequence way = new StepSequence(load, 2);
        while (way.end().isEmpty()) {
            assertThat(tried).as("it must come to an end").hasSizeLessThan(60);
            int rate = way.next().orElseThrow();
            tried.add(rate);
            int time = Collections.frequency(tried, rate);
            way.took(
                    step(tried.size(), rate, disturbed.test(rate, time)),
                    holds.test(rate, time) ? Outcome.HELD : Outcome.FAILED);
        }
        return way.end().orElseThrow();
    }

    private CapacityResult walk(Stepped load, IntPredicate holds, BiPredicate<Integer, Integer> disturbed) {
        return walk(load, (rate, time) -> holds.test(rate), disturbed);
    }

    private static Iteration step(int number, int rate, boolean disturbed) {
        return step(number, rate, disturbed ? List.of(Invalidity.machine("the generator was at its end")) : List.of());
    }

    private static Iteration step(int number, int rate, List<Invalidity> invalid) {
        return new Iteration(
                number,
                Phases.steady(10, 1, 10).load(),
                Map.of(),
                invalid,
                List.of(),
                Optional.of(new Step(1, rate, true, "")));
    }
}
