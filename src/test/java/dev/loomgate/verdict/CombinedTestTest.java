package dev.loomgate.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.metric.Metric;
import dev.loomgate.plan.DuelCell;
import dev.loomgate.plan.DuelPlans;
import dev.loomgate.plan.Tolerance;
import dev.loomgate.verdict.ComparisonVerdict.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CombinedTestTest {
    private static final DuelCell CELL = DuelPlans.cell("virtual", "io");
    private static final Tolerance TOLERANCE = new Tolerance(0.01, 0.05);
    private static final SequentialTest CLEAR = new SequentialTest(Outcome.CLEAR, 1, 0.0075, 0, "ruled out");
    private static final SequentialTest RED = new SequentialTest(Outcome.REGRESSION, 1, 0.001, 0, "worse");
    private static final SequentialTest OPEN = new SequentialTest(Outcome.OPEN, 1, 0, 8, "needs 8 units");
    private static final SequentialTest SUSPICIOUS = new SequentialTest(Outcome.OPEN, 1, 0.001, 10, "looks worse");
    private static final SequentialTest UNDECIDED = new SequentialTest(Outcome.INCONCLUSIVE, 5, 0, 0, "undecided");

    @Test
    void isClearOnlyWhereBothViewsAre() {
        assertThat(seen(CLEAR, CLEAR).walk()).isEqualTo(CLEAR);
        assertThat(seen(CLEAR, CLEAR).series().view()).isEqualTo(SliceEstimator.SHARPEST);
        assertThat(seen(CLEAR, UNDECIDED).walk()).isEqualTo(UNDECIDED);
        assertThat(seen(CLEAR, UNDECIDED).reason())
                .isEqualTo("undecided, over all slices; their quieter half rules out what must be caught");
        assertThat(seen(UNDECIDED, CLEAR).walk()).isEqualTo(UNDECIDED);
    }

    @Test
    void isRedWhereEitherViewIs() {
        assertThat(seen(RED, CLEAR).reason()).isEqualTo("worse");
        assertThat(seen(CLEAR, RED).series().view()).isEqualTo(SliceEstimator.ALL_SLICES);
        assertThat(seen(UNDECIDED, RED).reason())
                .isEqualTo("worse, over all slices; their quieter half does not show it");
    }

    /** Found by both, the sharper one tells it. */
    @Test
    void ofTwoThatAreAlikeTheSharperDecides() {
        assertThat(seen(RED, RED).series().view()).isEqualTo(SliceEstimator.SHARPEST);
        assertThat(seen(OPEN, OPEN).series().view()).isEqualTo(SliceEstimator.SHARPEST);
    }

    /** It waits for as many units as its confirmation needs. */
    @Test
    void aSuspicionGoesBeforeWhatIsMerelyOpen() {
        assertThat(seen(OPEN, SUSPICIOUS).wanted()).isEqualTo(10);
        assertThat(seen(SUSPICIOUS, OPEN).wanted()).isEqualTo(10);
        assertThat(seen(CLEAR, OPEN).wanted()).isEqualTo(8);
    }

    /** Half of the error for each, and over all slices twice as much to be ruled out; what is seen in one way only has all of the error. */
    @Test
    void dividesTheErrorAndAsksLessOfAllSlices() {
        List<String> asked = new ArrayList<>();
        CombinedTest.Path path = (series, tolerance, alpha) -> {
            asked.add(series.view() + " " + tolerance.tolerate() + " " + tolerance.caught() + " " + alpha);
            return CLEAR;
        };

        CombinedTest.of(views(Metric.P50), TOLERANCE, 0.01, path);
        CombinedTest.of(views(Metric.ALLOCATED), TOLERANCE, 0.01, path);

        assertThat(asked)
                .containsExactly("SHARPEST 0.01 0.05 0.005", "ALL_SLICES 0.01 0.1 0.005", "SHARPEST 0.01 0.05 0.01");
    }

    private static CombinedTest seen(SequentialTest sharpest, SequentialTest all) {
        return CombinedTest.of(
                views(Metric.P50),
                TOLERANCE,
                0.01,
                (series, tolerance, alpha) -> series.view() == SliceEstimator.SHARPEST ? sharpest : all);
    }

    private static List<EffectSample> views(Metric metric) {
        return Stream.of(SliceEstimator.values())
                .filter(SliceEstimator.of(metric)::contains)
                .map(view -> EffectSample.of(CELL, metric, view, List.of()))
                .toList();
    }
}
