package dev.loomgate.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TargetsTest {
    private static final List<Targets.Server> TWO = List.of(
            new Targets.Server("a", Address.of("http://127.0.0.1:1")),
            new Targets.Server("b", Address.of("http://127.0.0.1:2")));

    /** Turns of two requests: a a b b a a, or the other way round. */
    @Test
    void serversOfASharedPhaseTakeTurns() {
        Targets shared = new Targets(TWO, List.of(0, 1), 2, 1, List.of());

        assertThat(places(shared, 1)).containsExactly(0, 0, 1, 1, 0, 0);
        assertThat(places(shared, 2)).containsExactly(1, 1, 0, 0, 1, 1);
    }

    /** Both servers get requests 0, 1, 2 … of their own, so that both get the same. */
    @Test
    void eachServerCountsItsOwnRequests() {
        Targets shared = new Targets(TWO, List.of(0), 2, 1, List.of());

        assertThat(IntStream.range(0, 8).map(shared::before)).containsExactly(0, 1, 0, 1, 2, 3, 2, 3);
    }

    @Test
    void inAPhaseByUsersAllRequestsOfATurnGoToOneServer() {
        Targets both = new Targets(
                TWO,
                List.of(0),
                1,
                1,
                List.of(
                        Targets.ByUsers.inTurns(16, Duration.ofMillis(100), List.of(1, 0, 0, 1)),
                        Targets.ByUsers.inTurns(16, Duration.ofMillis(100), List.of(0, 1))));

        assertThat(both.phases()).isEqualTo(3);
        assertThat(both.isByUsers(1)).isFalse();
        assertThat(both.byUsers(2).turns()).containsExactly(1, 0, 0, 1);
        assertThat(both.serverOf(2, 0)).isEqualTo(1);
        assertThat(both.serverOf(2, 2)).isZero();
        assertThat(both.serverOf(3, 1)).isEqualTo(1);
    }

    @Test
    void togetherEachServerHasUsersOfItsOwn() {
        Targets both =
                new Targets(TWO, List.of(), 1, 1, List.of(Targets.ByUsers.together(16, Duration.ofSeconds(2), 2)));

        assertThat(both.byUsers(1).turns()).containsExactly(0, 1);
        assertThat(both.byUsers(1).allUsers()).isEqualTo(32);
        assertThat(both.serverOf(1, 0)).isZero();
        assertThat(both.serverOf(1, 1)).isEqualTo(1);
    }

    @Test
    void refusesAServerThatIsNotThere() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Targets(
                        TWO,
                        List.of(0),
                        1,
                        1,
                        List.of(Targets.ByUsers.inTurns(16, Duration.ofMillis(800), List.of(2)))))
                .withMessageContaining("there is no server 2");
    }

    private static List<Integer> places(Targets targets, int phase) {
        return IntStream.range(0, 6)
                .mapToObj(place -> targets.serverOf(phase, place))
                .toList();
    }
}
