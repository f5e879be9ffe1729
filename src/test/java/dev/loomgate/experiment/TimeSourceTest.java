package dev.loomgate.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TimeSourceTest {
    @Test
    void aThreadThatDiesMeanwhileDoesNotEndARest() {
        Thread resting = Thread.currentThread();
        Thread dying = new Thread(() -> {
            while (resting.getState() != Thread.State.TIMED_WAITING) {
                Thread.onSpinWait();
            }
            throw new IllegalStateException("a thread that has nothing to do with the rest (part of a test)");
        });
        dying.setDaemon(true);
        dying.start();

        assertThatCode(() -> TimeSource.SYSTEM.rest(Duration.ofMillis(500))).doesNotThrowAnyException();
        assertThat(dying.isAlive()).isFalse();
    }
}
