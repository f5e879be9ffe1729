package dev.loomgate.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.plan.DuelPlans;
import dev.loomgate.plan.PairedCell;
import dev.loomgate.plan.Side;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StillCompilingTest {
    private static final PairedCell CELL = DuelPlans.cell("virtual", "io");

    @Test
    void theArmThatCompilesInTheFirstHalfIsNamed() {
        assertThat(StillCompiling.notes(CELL, windows(9, 60, 2, 2), 0.1))
                .singleElement()
                .asString()
                .startsWith(CELL.arm(Side.CANDIDATE).label() + ": its JIT used 60 %")
                .contains("more than 10 %");
    }

    @Test
    void whatIsCompiledLateIsNoWarmUp() {
        assertThat(StillCompiling.notes(CELL, windows(1, 1, 90, 90), 0.1)).isEmpty();
    }

    @Test
    void whereTheJitCanNotBeSeenNothingIsSaid() {
        assertThat(StillCompiling.notes(
                        CELL,
                        List.of(new Slice(1, Side.BASELINE, new Answers(1000, 0, 0), Map.of(), Map.of(), List.of())),
                        0.1))
                .isEmpty();
    }

    /** Of both arms in two windows. */
    private static List<Slice> windows(double baseline, double candidate, double thenBaseline, double thenCandidate) {
        return List.of(
                slice(1, Side.BASELINE, baseline),
                slice(1, Side.CANDIDATE, candidate),
                slice(2, Side.BASELINE, thenBaseline),
                slice(2, Side.CANDIDATE, thenCandidate));
    }

    private static Slice slice(int number, Side side, double percent) {
        return new Slice(
                number,
                side,
                new Answers(1000, 0, 0),
                Map.of(Metric.JIT_LOAD, new Reading.Measured(Metric.JIT_LOAD, percent)),
                Map.of(),
                List.of());
    }
}
