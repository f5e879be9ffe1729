package dev.loomgate.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.plan.Side;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SliceOrderTest {
    @Test
    void everyBlockHasOneArmOutsideAndTheOtherInside() {
        SliceOrder turn = SliceOrder.flip(40, new Random(1));

        for (int block = 0; block < 10; block++) {
            List<Side> four = turn.slices().subList(4 * block, 4 * block + 4);
            assertThat(four.get(0)).isEqualTo(four.get(3)).isNotEqualTo(four.get(1));
            assertThat(four.get(1)).isEqualTo(four.get(2));
        }
    }

    /** Of 1,000 coins 400 to 600 fall on a side, but for one time in ten thousand millions. */
    @Test
    void chanceDecidesWhichArmIsOutside() {
        Random coin = new Random(5);
        long candidates = IntStream.range(0, 1000)
                .mapToObj(none -> SliceOrder.flip(8, coin))
                .filter(turn -> turn.slices().getFirst() == Side.CANDIDATE)
                .count();

        assertThat(candidates).isBetween(400L, 600L);
    }
}
