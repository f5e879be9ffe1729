package dev.loomgate.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class RestTest {
    private static final Duration NONE = Duration.ZERO;
    private static final Duration LONG = Duration.ofMinutes(1);

    @Test
    void endsWhenTheJitHasNothingToDo() {
        Queue<Optional<Duration>> readings = readings(1000, 1090, 1150, 1152, 9999);

        Rest.untilJitIsIdle(NONE, LONG, readings::remove);

        assertThat(readings).hasSize(1);
    }

    @Test
    void goesOnWhenCompilerThreadsEndAndTakeTheirTimeWithThem() {
        Queue<Optional<Duration>> readings = readings(1000, 400, 480, 481, 9999);

        Rest.untilJitIsIdle(NONE, LONG, readings::remove);

        assertThat(readings).hasSize(1);
    }

    @Test
    void doesNotWaitForAJitThatNobodyCanSee() {
        Queue<Optional<Duration>> readings = new ArrayDeque<>(List.of(Optional.empty(), Optional.empty()));

        Rest.untilJitIsIdle(NONE, LONG, readings::remove);

        assertThat(readings).hasSize(1);
    }

    @Test
    void givesUpAtTheLongestPause() {
        Queue<Optional<Duration>> readings = readings(0, 100, 200, 300);

        Rest.untilJitIsIdle(NONE, Duration.ofNanos(1), readings::remove);

        assertThat(readings).isNotEmpty();
    }

    private static Queue<Optional<Duration>> readings(int... millis) {
        Queue<Optional<Duration>> readings = new ArrayDeque<>();
        for (int each : millis) {
            readings.add(Optional.of(Duration.ofMillis(each)));
        }
        return readings;
    }
}
