package dev.loomgate.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnitRandomTest {
    /** Of 1,000 coins 400 to 600 fall on a side, but for one time in ten thousand millions. */
    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 49608})
    void theFirstCoinOfAUnitFallsOnEitherSide(long seed) {
        long candidates = IntStream.rangeClosed(1, 1000)
                .filter(unit -> TurnOrder.shuffled(2, UnitRandom.of(seed, "virtual.jdk21 virtual.jdk25", unit))
                                .getFirst()
                        == 1)
                .count();

        assertThat(candidates).isBetween(400L, 600L);
    }

    @Test
    void theSameSeedGivesTheSameNumbers() {
        assertThat(UnitRandom.of(7, "pair", 3).nextLong())
                .isEqualTo(UnitRandom.of(7, "pair", 3).nextLong());
        assertThat(UnitRandom.of(7, "pair", 3).nextLong())
                .isNotEqualTo(UnitRandom.of(8, "pair", 3).nextLong());
    }
}
