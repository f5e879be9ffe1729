package dev.loomgate.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.verdict.CellVerdict.Outcome;
import org.junit.jupiter.api.Test;

class OutcomeTest {
    @Test
    void onlyFailedAndInvalidBreakTheBuildAndStrictAddsInconclusiveAndUngated() {
        assertThat(Outcome.values())
                .filteredOn(outcome -> outcome.failsBuild(false))
                .containsExactly(Outcome.FAILED, Outcome.INVALID);
        assertThat(Outcome.values())
                .filteredOn(outcome -> outcome.failsBuild(true))
                .containsExactly(Outcome.FAILED, Outcome.INCONCLUSIVE, Outcome.INVALID, Outcome.UNGATED);
    }
}
