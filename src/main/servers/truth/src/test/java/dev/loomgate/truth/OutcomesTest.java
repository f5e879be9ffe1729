package dev.loomgate.truth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OutcomesTest {
    private static List<Integer> hit(Outcomes outcomes, Outcome wanted, int requests) {
        return IntStream.rangeClosed(1, requests)
                .filter(n -> outcomes.next() == wanted)
                .boxed()
                .toList();
    }

    @Test
    void hitsNobodyWithoutAShare() {
        assertThat(hit(new Outcomes(0, 0, 0), Outcome.OK, 50)).hasSize(50);
    }

    @Test
    void hitsEveryHundredthAtOnePercent() {
        assertThat(hit(new Outcomes(10_000, 0, 0), Outcome.ERROR, 350)).containsExactly(100, 200, 300);
    }

    @Test
    void hitsWhereTheFloorGrows() {
        // 30 %: floor(0.3 n) grows at 4, 7, 10 and so on every ten.
        assertThat(hit(new Outcomes(0, 300_000, 0), Outcome.RESET, 20)).containsExactly(4, 7, 10, 14, 17, 20);
    }

    @Test
    void movesTheLowerRankToTheNextRequestSoThatAllKeepTheirShare() {
        assertThat(hit(new Outcomes(10_000, 10_000, 10_000), Outcome.ERROR, 200))
                .containsExactly(100, 200);
        assertThat(hit(new Outcomes(10_000, 10_000, 10_000), Outcome.RESET, 202))
                .containsExactly(101, 201);
        assertThat(hit(new Outcomes(10_000, 10_000, 10_000), Outcome.HALF, 202)).containsExactly(102, 202);
    }

    @Test
    void hitsEverybodyAtOneHundredPercentInAll() {
        assertThat(hit(new Outcomes(1_000_000, 0, 0), Outcome.ERROR, 10)).hasSize(10);
        assertThat(hit(new Outcomes(0, 0, 1_000_000), Outcome.HALF, 10)).hasSize(10);
    }
}
