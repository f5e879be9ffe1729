package dev.loomgate.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class RehearsalTest {
    private final Rehearsal.UntilQuiet conductor = new Rehearsal.UntilQuiet();

    @Test
    void goesOnWhileTheCompilersAreBusy() {
        play(3000, 1900, 400);

        assertThat(conductor.anotherIteration(4)).isTrue();
    }

    @Test
    void endsWhenTheyHaveLittleLeftToDo() {
        play(3000, 1900, 100);

        assertThat(conductor.anotherIteration(4)).isFalse();
    }

    private void play(long... jitMillis) {
        for (int i = 0; i < jitMillis.length; i++) {
            conductor.measured(i + 1, load(Duration.ofMillis(jitMillis[i])));
        }
    }

    private static IterationLoad load(Duration jit) {
        Duration length = Duration.ofSeconds(4);
        Histogram none = new Histogram(3);
        return new IterationLoad(
                "", length, 8000, 8000, length, 8000, 0, "", Map.of(), none, none, none, none, 0, length, 8000, length,
                length, jit, "");
    }
}
