package dev.loomgate.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class StealWaitTest {
    private static final Duration LONG = Duration.ofMinutes(10);

    /** What was stolen so far, in seconds; the last one stays. */
    private final Deque<Long> stolen = new ArrayDeque<>();

    private int looks;

    @Test
    void returnsAfterOneLookOnAMachineThatIsCalm() {
        stolen.addAll(List.of(7L));

        stealWait().await(0.05, LONG);

        assertThat(looks).isEqualTo(2);
    }

    /** A hundred seconds in a look is more than 5 % of any look that ends within the patience. */
    @Test
    void asksAgainWhileTimeIsStolen() {
        stolen.addAll(List.of(0L, 100L, 200L, 300L, 300L));

        stealWait().await(0.05, LONG);

        assertThat(looks).isEqualTo(6);
    }

    @Test
    void givesUpAtTheEndOfItsPatience() {
        stolen.addAll(List.of(0L, 100L, 200L, 300L));

        stealWait().await(0.05, Duration.ZERO);

        assertThat(looks).isEqualTo(2);
    }

    @Test
    void doesNotWaitWhereNobodyCanTell() {
        new StealWait(
                        () -> {
                            looks++;
                            return new Attempt.Failed<>("no /proc");
                        },
                        2)
                .await(0.05, LONG);

        assertThat(looks).isEqualTo(1);
    }

    private StealWait stealWait() {
        return new StealWait(
                () -> {
                    looks++;
                    long seconds = stolen.size() > 1 ? stolen.removeFirst() : stolen.getFirst();
                    return new Attempt.Got<>(new CpuTicks(0, TimeUnit.SECONDS.toNanos(seconds)));
                },
                2);
    }
}
