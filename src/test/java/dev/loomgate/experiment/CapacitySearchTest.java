package dev.loomgate.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.experiment.RateSteps.Outcome;
import dev.loomgate.plan.Search;
import dev.loomgate.plan.Search.Bracket;
import dev.loomgate.plan.Search.ServiceLevel;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that holds every rate up to its capacity and none above: the search has to end around it. */
class CapacitySearchTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 7, 99, 100, 101, 640, 999, 1000, 3333, 7999})
    void endsOnBothSidesOfTheCapacity(int capacity) {
        CapacitySearch steps = steps(8000);

        List<Integer> rates = RampStepsTest.walk(steps, rate -> rate <= capacity ? Outcome.HELD : Outcome.FAILED);

        int failed = steps.failed().orElseThrow();
        assertThat(steps.held()).isLessThanOrEqualTo(capacity);
        assertThat(failed).isGreaterThan(capacity);
        assertThat(failed - steps.held()).isLessThanOrEqualTo((int) Math.max(1, 0.05 * failed));
        assertThat(rates)
                .filteredOn(rate -> rate == steps.held())
                .as("confirmed")
                .hasSize(2);
        assertThat(rates).filteredOn(rate -> rate == failed).as("confirmed").hasSize(2);
        assertThat(steps.ending()).isEqualTo("between " + steps.held() + " and " + failed + " req/s");
    }

    @Test
    void aServerThatHoldsNothingIsSoughtDownToOneRequestPerSecond() {
        CapacitySearch steps = steps(8000);

        RampStepsTest.walk(steps, rate -> Outcome.FAILED);

        assertThat(steps.held()).isZero();
        assertThat(steps.failed()).hasValue(1);
    }

    @Test
    void aServerThatHoldsTheCeilingIsNotSoughtBeyond() {
        CapacitySearch steps = steps(1500);

        assertThat(RampStepsTest.walk(steps, rate -> Outcome.HELD)).containsExactly(100, 200, 400, 800, 1500, 1500);
        assertThat(steps.failed()).isEmpty();
        assertThat(steps.ending()).contains("ceiling of 1500 req/s");
    }

    /** A pause of the machine fails a step that the server would have held: it must not be taken for the capacity. */
    @Test
    void oneDisturbedStepDoesNotMoveTheAnswer() {
        CapacitySearch steps = steps(8000);
        boolean[] disturbed = {true};

        RampStepsTest.walk(steps, rate -> {
            if (rate == 400 && disturbed[0]) {
                disturbed[0] = false;
                return Outcome.FAILED;
            }
            return rate <= 1000 ? Outcome.HELD : Outcome.FAILED;
        });

        assertThat(steps.held()).isBetween(940, 1000);
    }

    /** Near its capacity a server holds a rate by chance: the search ends all the same, and near it. */
    @Test
    void aCapacityThatIsNoSharpEdgeEndsTheSearchToo() {
        Random chance = new Random(11);
        for (int run = 0; run < 200; run++) {
            CapacitySearch steps = steps(8000);

            RampStepsTest.walk(steps, rate -> chance.nextGaussian() * 50 + rate < 1000 ? Outcome.HELD : Outcome.FAILED);

            assertThat(steps.held()).isBetween(800, 1200);
        }
    }

    @Test
    void noSimulationIsToldARateItWasNotMadeFor() {
        CapacitySearch steps = steps(8000);
        while (steps.next().isPresent()) {
            for (int highest : steps.ahead()) {
                int rate = steps.next().orElse(0);
                if (rate == 0 || rate > highest) {
                    break;
                }
                steps.took(rate, rate <= 1234 ? Outcome.HELD : Outcome.FAILED);
            }
        }

        assertThat(steps.held()).isBetween(1150, 1234);
    }

    @Test
    void whatHasNotChangedIsConfirmedInTwoSteps() {
        CapacitySearch steps = again(980, OptionalInt.of(1020));

        List<Integer> rates = RampStepsTest.walk(steps, rate -> rate <= 1000 ? Outcome.HELD : Outcome.FAILED);

        assertThat(rates).containsExactly(980, 1020);
        assertThat(steps.held()).isEqualTo(980);
        assertThat(steps.failed()).hasValue(1020);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 40, 640, 900, 979, 1021, 1100, 2500, 7999})
    void whatHasChangedIsFoundWhereItIsNow(int capacity) {
        CapacitySearch steps = again(980, OptionalInt.of(1020));

        RampStepsTest.walk(steps, rate -> rate <= capacity ? Outcome.HELD : Outcome.FAILED);

        int failed = steps.failed().orElseThrow();
        assertThat(steps.held()).isLessThanOrEqualTo(capacity);
        assertThat(failed).isGreaterThan(capacity);
        assertThat(failed - steps.held()).isLessThanOrEqualTo((int) Math.max(1, 0.05 * failed));
    }

    @Test
    void aCeilingThatWasHeldIsTriedOnce() {
        CapacitySearch steps = again(8000, OptionalInt.empty());

        assertThat(RampStepsTest.walk(steps, rate -> Outcome.HELD)).containsExactly(8000);
        assertThat(steps.ending()).contains("ceiling of 8000 req/s");
    }

    /** Where another boot is asked anyway: every rate once, as long as they agree. */
    @Test
    void eachEndIsTriedAsOftenAsAskedFor() {
        CapacitySearch steps = new CapacitySearch(search(8000, 1));

        List<Integer> rates = RampStepsTest.walk(steps, rate -> rate <= 1000 ? Outcome.HELD : Outcome.FAILED);

        assertThat(rates)
                .doesNotHaveDuplicates()
                .contains(steps.held(), steps.failed().orElseThrow());
    }

    /** After the first rate that broke a server only the one breaks another that ends the search. */
    @ParameterizedTest
    @ValueSource(ints = {100, 101, 640, 999, 1000, 1599, 3333, 6000})
    void aServerThatBreaksIsBrokenOnceMoreAtMost(int capacity) {
        CapacitySearch steps = new CapacitySearch(search(8000, 1));
        int broken = 0;

        while (steps.next().isPresent()) {
            int rate = steps.next().getAsInt();
            boolean holds = rate <= capacity;
            steps.took(rate, holds ? Outcome.HELD : Outcome.FAILED);
            if (!holds) {
                broken++;
                steps.neededAnotherServer();
            }
        }

        int failed = steps.failed().orElseThrow();
        assertThat(broken).isLessThanOrEqualTo(2);
        assertThat(steps.held()).isLessThanOrEqualTo(capacity);
        assertThat(failed).isGreaterThan(capacity);
        assertThat(failed - steps.held()).isLessThanOrEqualTo((int) Math.max(1, 0.05 * failed));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 99})
    void aServerThatBreaksAtTheFirstRateIsSoughtBelowIt(int capacity) {
        CapacitySearch steps = new CapacitySearch(search(8000, 1));
        steps.neededAnotherServer();

        RampStepsTest.walk(steps, rate -> rate <= capacity ? Outcome.HELD : Outcome.FAILED);

        assertThat(steps.held()).isLessThanOrEqualTo(capacity);
        assertThat(steps.failed().orElseThrow()).isGreaterThan(capacity);
    }

    private static CapacitySearch steps(int ceiling) {
        return new CapacitySearch(search(ceiling, 2));
    }

    private static CapacitySearch again(int held, OptionalInt failed) {
        return new CapacitySearch(search(8000, 2).again(new Bracket(held, failed)));
    }

    private static Search search(int ceiling, int tries) {
        return new Search(
                "short",
                100,
                ceiling,
                Duration.ofSeconds(2),
                Duration.ZERO,
                Duration.ofMinutes(4),
                0.05,
                tries,
                new ServiceLevel(0, Optional.empty(), 0.97),
                Optional.empty());
    }
}
