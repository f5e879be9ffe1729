package dev.loomgate.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class RehearsalTest {
    private final Rehearsal.UntilQuiet conductor = new Rehearsal.UntilQuiet();

    @Test
    void goesOnWhileRoundsGetCheaper() {
        play(800, 400, 200, 100);

        assertThat(conductor.anotherIteration(5)).isTrue();
    }

    @Test
    void endsWhenARoundCostsNearlyAsMuchAsTheOneBefore() {
        play(800, 400, 200, 190);

        assertThat(conductor.anotherIteration(5)).isFalse();
    }

    @Test
    void playsAFewRoundsWhateverTheyCost() {
        play(200, 200);

        assertThat(conductor.anotherIteration(3)).isTrue();
    }

    private void play(long... cpuMillis) {
        for (int i = 0; i < cpuMillis.length; i++) {
            conductor.measured(i + 1, load(Duration.ofMillis(cpuMillis[i])));
        }
    }

    private static IterationLoad load(Duration cpu) {
        Duration length = Duration.ofSeconds(2);
        Histogram none = new Histogram(3);
        return new IterationLoad(
                "", length, 2000, 2000, length, 2000, 0, Map.of(), none, none, none, 0, length, 2000, cpu, "");
    }
}
