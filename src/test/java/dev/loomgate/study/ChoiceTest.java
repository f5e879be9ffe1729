package dev.loomgate.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** For which claim is measured next. */
class ChoiceTest {
    private static final int MOST = 5;
    private static final Duration AN_HOUR = Duration.ofHours(1);

    /** 4 claims in 300 s are 75 s each, 1 in 100 s is 100 s. */
    @Test
    void whatTakesTheLeastTimeForEachClaimComesFirst() {
        Boot shared = boot(2, 300);
        Boot alone = boot(2, 100);
        List<Goal> goals = List.of(
                goal("alone", 3, alone),
                goal("a", 3, shared),
                goal("b", 3, shared),
                goal("c", 3, shared),
                goal("d", 3, shared));

        assertThat(soonest(goals, AN_HOUR)).isEqualTo("a");
        assertThat(soonest(goals.subList(0, 3), AN_HOUR)).as("150 s each").isEqualTo("alone");
    }

    /** One that has a round and needs four costs three more. */
    @Test
    void allRoundsThatAreMissingCount() {
        List<Goal> goals = List.of(goal("three more", 4, boot(1, 50)), goal("one more", 3, boot(2, 120)));

        assertThat(soonest(goals, AN_HOUR)).isEqualTo("one more");
    }

    /** By its fourth round it decides those as well that take three. */
    @Test
    void withALaterRoundComeThoseThatNeedFewer() {
        Boot shared = boot(2, 60);
        List<Goal> goals = List.of(goal("other", 3, boot(2, 50)), goal("late", 4, shared), goal("early", 3, shared));

        assertThat(goals.get(1).decides(goals)).extracting(Goal::claim).containsExactly("late", "early");
        assertThat(goals.get(2).decides(goals)).extracting(Goal::claim).containsExactly("early");
        assertThat(soonest(goals, AN_HOUR)).as("50 s; 120 s for two; 60 s").isEqualTo("other");
    }

    @Test
    void aClaimThatAsksTwoServersTakesBoth() {
        Boot one = boot(1, 60);
        Boot other = boot(1, 60);
        List<Goal> goals = List.of(goal("both", 2, one, other), goal("third", 2, boot(1, 100)), goal("first", 2, one));

        assertThat(goals.getFirst().decides(goals)).extracting(Goal::claim).containsExactly("both", "first");
        assertThat(goals.getLast().decides(goals)).extracting(Goal::claim).containsExactly("first");
        assertThat(soonest(goals.subList(0, 2), AN_HOUR)).as("120 s and 100 s").isEqualTo("third");
    }

    @Test
    void whatCannotBeDecidedInTimeComesBehind() {
        List<Goal> goals = List.of(goal("two rounds of 60 s", 4, boot(2, 60)), goal("one of 100 s", 3, boot(2, 100)));

        assertThat(soonest(goals, Duration.ofSeconds(110))).isEqualTo("one of 100 s");
        assertThat(soonest(goals, Duration.ofSeconds(90)))
                .as("there is time for one of its rounds")
                .isEqualTo("two rounds of 60 s");
        assertThat(Choice.next(goals, Duration.ofSeconds(60))).isEmpty();
    }

    /** 63 s for each of two, and 75 s for each of four, whose 300 s would no longer fit behind them. */
    @Test
    void fourComeBeforeTwoThatTakeLessForEach() {
        Boot two = boot(2, 126);
        Boot four = boot(1, 300);
        List<Goal> goals = List.of(
                goal("a", 3, two),
                goal("b", 3, two),
                goal("c", 2, four),
                goal("d", 2, four),
                goal("e", 2, four),
                goal("f", 2, four));

        assertThat(soonest(goals, Duration.ofSeconds(425))).isEqualTo("c");
        assertThat(soonest(goals, Duration.ofSeconds(426))).as("both fit").isEqualTo("a");
    }

    @Test
    void asManyAsFitAreChosen() {
        Boot shared = boot(2, 60);
        List<Goal> goals = List.of(
                goal("third round", 3, shared),
                goal("fourth round", 4, shared),
                goal("100 s", 3, boot(2, 100)),
                goal("200 s", 3, boot(2, 200)));

        assertThat(chosen(goals, 59)).isEmpty();
        assertThat(chosen(goals, 119)).containsExactly("third round");
        assertThat(chosen(goals, 219)).containsExactly("third round", "fourth round");
        assertThat(chosen(goals, 220)).containsExactly("third round", "fourth round", "100 s");
        assertThat(chosen(goals, 420)).hasSize(4);
        assertThat(Choice.mostWithin(goals, Duration.ofSeconds(-1))).isEmpty();
    }

    /** Two claims ask one cell each, and a third asks both. */
    @Test
    void claimsThatShareBootsAreCountedTogether() {
        Boot one = boot(1, 60);
        Boot other = boot(1, 60);
        List<Goal> goals = List.of(goal("one", 2, one), goal("other", 2, other), goal("both", 2, one, other));

        assertThat(chosen(goals, 119)).containsExactly("one");
        assertThat(chosen(goals, 120)).containsExactly("one", "other", "both");
    }

    /** A third claim asks both of them for more than there is time. */
    @Test
    void claimsOfTwoBootsAreDecidedWithoutOneThatAsksBoth() {
        Boot one = boot(1, 60);
        Boot other = boot(1, 60);
        List<Goal> goals = List.of(goal("both", 3, one, other), goal("one", 2, one), goal("other", 2, other));

        assertThat(chosen(goals, 239)).containsExactlyInAnyOrder("one", "other");
        assertThat(chosen(goals, 240)).hasSize(3);
    }

    @Test
    void whatMoreRoundsThanThereAreWouldDecideComesBehind() {
        List<Goal> goals = List.of(goal("six", MOST + 1, boot(2, 1)), goal("five", MOST, boot(2, 60)));

        assertThat(soonest(goals, AN_HOUR)).isEqualTo("five");
    }

    @Test
    void theBootThatIsBehindComesFirst() {
        Boot ahead = boot(2, 60);
        Boot behind = boot(1, 60);
        Goal goal = goal("both", 3, ahead, behind);

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
        Boot boot = new Boot(
                MOST, List::of, () -> Duration.ofSeconds(40), round -> now[0] = now[0].plus(Duration.ofSeconds(50)));
        assertThat(boot.expected()).hasSeconds(40);

        boot.measure(() -> now[0]);

        assertThat(boot.expected()).hasSeconds(50);
        assertThat(boot.done()).isEqualTo(1);
    }

    private static List<String> chosen(List<Goal> goals, int seconds) {
        return Choice.mostWithin(goals, Duration.ofSeconds(seconds)).stream()
                .map(Goal::claim)
                .toList();
    }

    private static String soonest(List<Goal> goals, Duration left) {
        return Choice.next(goals, left).orElseThrow().claim();
    }

    private static Goal goal(String claim, int rounds, Boot... boots) {
        return new Goal(claim, Set.of(boots), rounds);
    }

    private static Boot boot(int done, int seconds) {
        Boot boot = new Boot(MOST, List::of, () -> Duration.ofSeconds(seconds), round -> {});
        IntStream.range(0, done).forEach(round -> boot.advance());
        return boot;
    }
}
