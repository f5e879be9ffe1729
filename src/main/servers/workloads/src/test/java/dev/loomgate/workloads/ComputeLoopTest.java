package dev.loomgate.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ComputeLoopTest {
    @Test
    void addsThirdsOfAShrinkingNumber() {
        // i = 3 only, j = 1..3: 9/3 + 8/3 + 6/3 in whole numbers
        assertThat(ComputeLoop.run(9, 4)).isEqualTo(3 + 2 + 2);
    }

    @Test
    void runsOneRoundMoreForEachFurtherI() {
        // i = 3 and 4, j = 1..4: 90, 89, 87, 84, then 80, 79, 77, 74
        assertThat(ComputeLoop.run(90, 5)).isEqualTo(30 + 29 + 29 + 28 + 26 + 26 + 25 + 24);
    }

    @Test
    void takesAllStepsOfTheStudy() {
        long clock = 1_700_000_000_000L;
        // A start that is 3 larger adds exactly 1 in every step: i = 3..999, j = 1..999.
        assertThat(ComputeLoop.run(clock + 3, 1000) - ComputeLoop.run(clock, 1000))
                .isEqualTo(997 * 999);
    }
}
