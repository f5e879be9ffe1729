package dev.loomgate.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ComputeLoopTest {
    @Test
    void addsThirdsOfAShrinkingNumber() {
        // i = 3 only, j = 1..3: (9 + 8 + 6) / 3
        assertThat(ComputeLoop.run(9, 4)).isCloseTo(23 / 3.0, within(1e-12));
    }

    @Test
    void runsOneRoundMoreForEachFurtherI() {
        // i = 3 and 4, j = 1..4: (90 + 89 + 87 + 84 + 80 + 79 + 77 + 74) / 3
        assertThat(ComputeLoop.run(90, 5)).isCloseTo(660 / 3.0, within(1e-12));
    }

    @Test
    void takesAllStepsOfTheStudy() {
        // A start that is 3 larger adds 1 in every step: i = 3..999, j = 1..999.
        assertThat(ComputeLoop.run(3e9 + 3, 1000) - ComputeLoop.run(3e9, 1000)).isCloseTo(997 * 999, within(1.0));
    }
}
