package dev.loomgate.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class JitIdleWaitTest {
    private static final Duration LEAST = Duration.ofSeconds(1);
    private static final Duration MOST = Duration.ofSeconds(10);

    private final ScriptedWorld world = new ScriptedWorld();
    private final ScriptedServer server = world.server("a");

    @Test
    void endsWhenTheJitHasNothingToDo() {
        // 90 and 60 ms of 100 are busy, 2 are not
        assertThat(rest(1000, 1090, 1150, 1152)).isEqualTo(LEAST.plusMillis(200));
    }

    @Test
    void goesOnWhenCompilerThreadsEndAndTakeTheirTimeWithThem() {
        assertThat(rest(1000, 400, 480, 481)).isEqualTo(LEAST.plusMillis(200));
    }

    @Test
    void asksWithinTheRestWhetherTheJitIsIdle() {
        assertThat(rest(1000, 1002)).isEqualTo(LEAST);
    }

    /** Idle has to be seen, even where no rest is asked for. */
    @Test
    void looksForATenthOfASecondAtLeast() {
        server.jitCpu = looks(1000, 1002);

        new JitIdleWait(world.time).rest(List.of(server.sampling()), Duration.ZERO, MOST);

        assertThat(Duration.ofNanos(world.time.nanos())).hasMillis(100);
    }

    @Test
    void doesNotWaitForAJitThatNobodyCanSee() {
        assertThat(rest()).isEqualTo(LEAST);
    }

    @Test
    void givesUpAtTheLongestPause() {
        assertThat(rest(IntStream.range(0, 200).map(look -> look * 100).toArray()))
                .isEqualTo(MOST);
    }

    @Test
    void serversThatRestTogetherRestUntilTheLastOneIsIdle() {
        ScriptedServer other = world.server("b");
        server.jitCpu = looks(1000, 1001, 1002, 1003);
        other.jitCpu = looks(1000, 1090, 1150, 1152);

        new JitIdleWait(world.time).rest(List.of(server.sampling(), other.sampling()), LEAST, MOST);

        assertThat(Duration.ofNanos(world.time.nanos())).isEqualTo(LEAST.plusMillis(200));
    }

    private Duration rest(int... jitMillis) {
        server.jitCpu = looks(jitMillis);
        new JitIdleWait(world.time).rest(List.of(server.sampling()), LEAST, MOST);
        return Duration.ofNanos(world.time.nanos());
    }

    private static ArrayDeque<Optional<Duration>> looks(int... jitMillis) {
        return Arrays.stream(jitMillis)
                .mapToObj(millis -> Optional.of(Duration.ofMillis(millis)))
                .collect(Collectors.toCollection(ArrayDeque::new));
    }
}
