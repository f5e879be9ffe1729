package dev.loomgate.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.plan.LoadProfile;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TurnOrderTest {
    /** So that of each two arms a block has one outside and the other inside. */
    @ParameterizedTest
    @CsvSource({"2, 0, 1", "3, 0, 1", "3, 1, 2", "3, 0, 2"})
    void everyBlockGoesThroughTheArmsAndBack(int arms, int one, int other) {
        List<Integer> order = TurnOrder.thereAndBack(arms, 10, new Random(1));

        assertThat(order).hasSize(10 * 2 * arms);
        for (int block = 0; block < 10; block++) {
            List<Integer> four = order.subList(block * 2 * arms, (block + 1) * 2 * arms).stream()
                    .filter(arm -> arm == one || arm == other)
                    .toList();
            assertThat(four).hasSize(4);
            assertThat(four.get(0)).isEqualTo(four.get(3)).isNotEqualTo(four.get(1));
            assertThat(four.get(1)).isEqualTo(four.get(2));
        }
    }

    /** Of 1,000 coins 400 to 600 fall on a side, but for one time in ten thousand millions. */
    @Test
    void chanceDecidesWhichArmIsOutside() {
        Random random = new Random(5);
        long first = IntStream.range(0, 1000)
                .mapToObj(none -> TurnOrder.thereAndBack(2, 2, random))
                .filter(turns -> turns.getFirst() == 1)
                .count();

        assertThat(first).isBetween(400L, 600L);
    }

    /** 30 req/s for 6.6 s are 198 requests, 66 for each of three: 16 of half a second are no part of that, 11 are. */
    @Test
    void eachArmHasAsManyWholeTurns() {
        assertThat(TurnOrder.requests(new LoadProfile.Constant(30), Duration.ofMillis(6600), 3, Duration.ofMillis(550)))
                .isEqualTo(11);
        assertThat(TurnOrder.requests(new LoadProfile.Constant(10), Duration.ofMillis(2000), 2, Duration.ofMillis(1)))
                .as("less than a request")
                .isEqualTo(1);
    }
}
