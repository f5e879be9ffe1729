package dev.loomgate.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** For which claim is measured next. */
class GoalTest {
    private static final int MOST = 5;
    private static final Duration AN_HOUR = Duration.ofHours(1);

    /** 4 claims in 300 s are 75 s each, 1 in 100 s is 100 s. */
    @Test
    void whatTakesTheLeastTimeForEachClaimComesFirst() {
        Step shared = step(2, 300);
        Step alone = step(2, 100);
        List<Goal> goals = List.of(
                open("alone", 3, alone),
                open("a", 3, shared),
                open("b", 3, shared),
                open("c", 3, shared),
                open("d", 3, shared));

        assertThat(soonest(goals, AN_HOUR)).isEqualTo("a");
        assertThat(soonest(goals.subList(0, 3), AN_HOUR)).as("150 s each").isEqualTo("alone");
    }

    /** One that has a round and needs four costs three more. */
    @Test
    void allRoundsThatAreMissingCount() {
        List<Goal> goals = List.of(open("three more", 4, step(1, 50)), open("one more", 3, step(2, 120)));

        assertThat(soonest(goals, AN_HOUR)).isEqualTo("one more");
    }

    /** By its fourth round it decides those as well that take three. */
    @Test
    void withALaterRoundComeThoseThatNeedFewer() {
        Step shared = step(2, 60);
        List<Goal> goals = List.of(open("other", 3, step(2, 50)), open("late", 4, shared), open("early", 3, shared));

        assertThat(goals.get(1).decides(goals)).extracting(Goal::claim).containsExactly("late", "early");
        assertThat(goals.get(2).decides(goals)).extracting(Goal::claim).containsExactly("early");
        assertThat(soonest(goals, AN_HOUR)).as("50 s; 120 s for two; 60 s").isEqualTo("other");
    }

    @Test
    void aClaimThatAsksTwoServersTakesBoth() {
        Step one = step(1, 60);
        Step other = step(1, 60);
        List<Goal> goals = List.of(open("both", 2, one, other), open("third", 2, step(1, 100)), open("first", 2, one));

        assertThat(goals.getFirst().decides(goals)).extracting(Goal::claim).containsExactly("both", "first");
        assertThat(goals.getLast().decides(goals)).extracting(Goal::claim).containsExactly("first");
        assertThat(soonest(goals.subList(0, 2), AN_HOUR)).as("120 s and 100 s").isEqualTo("third");
    }

    @Test
    void whatCannotBeDecidedInTimeComesBehind() {
        List<Goal> goals = List.of(open("two rounds of 60 s", 4, step(2, 60)), open("one of 100 s", 3, step(2, 100)));

        assertThat(soonest(goals, Duration.ofSeconds(110))).isEqualTo("one of 100 s");
        assertThat(soonest(goals, Duration.ofSeconds(90)))
                .as("there is time for one of its rounds")
                .isEqualTo("two rounds of 60 s");
        assertThat(Goal.soonest(goals, Duration.ofSeconds(60))).isEmpty();
    }

    @Test
    void whatMoreRoundsThanThereAreWouldDecideComesBehind() {
        List<Goal> goals = List.of(open("six", MOST + 1, step(2, 1)), open("five", MOST, step(2, 60)));

        assertThat(soonest(goals, AN_HOUR)).isEqualTo("five");
    }

    @Test
    void whatIsDecidedComesLast() {
        Goal decided = new Goal("decided", Set.of(step(3, 1)), 4, false);

        assertThat(soonest(List.of(decided, open("open", 30, step(2, 60))), AN_HOUR))
                .isEqualTo("open");
        assertThat(soonest(List.of(decided), AN_HOUR)).isEqualTo("decided");
    }

    @Test
    void theStepThatIsBehindComesFirst() {
        Step ahead = step(2, 60);
        Step behind = step(1, 60);
        Step over = step(MOST, 60);
        Goal goal = open("all", 3, ahead, behind, over);

        assertThat(goal.round()).isEqualTo(2);
        assertThat(goal.next()).containsExactly(behind);

        behind.advance();

        assertThat(goal.round()).isEqualTo(3);
        assertThat(goal.next()).containsExactlyInAnyOrder(ahead, behind);
    }

    /** A boot takes time as well, and no cell or pair tells it. */
    @Test
    void aRoundTakesWhatTheLastOneTook() {
        Duration[] now = {Duration.ZERO};
        Step step = new Step(
                MOST, List::of, () -> Duration.ofSeconds(40), round -> now[0] = now[0].plus(Duration.ofSeconds(50)));
        assertThat(step.expected()).hasSeconds(40);

        step.measure(() -> now[0]);

        assertThat(step.expected()).hasSeconds(50);
        assertThat(step.done()).isEqualTo(1);
    }

    private static String soonest(List<Goal> goals, Duration left) {
        return Goal.soonest(goals, left).orElseThrow().claim();
    }

    private static Goal open(String claim, int rounds, Step... steps) {
        return new Goal(claim, Set.of(steps), rounds, true);
    }

    private static Step step(int done, int seconds) {
        Step step = new Step(MOST, List::of, () -> Duration.ofSeconds(seconds), round -> {});
        IntStream.range(0, done).forEach(round -> step.advance());
        return step;
    }
}
