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

class SightTest {
    private static final DuelCell CELL = DuelPlans.cell("virtual", "io");
    private static final Tolerance TOLERANCE = new Tolerance(0.01, 0.05);
    private static final Walk CLEAR = new Walk(Outcome.CLEAR, 1, 0.0075, 0, "ruled out");
    private static final Walk RED = new Walk(Outcome.REGRESSION, 1, 0.001, 0, "worse");
    private static final Walk OPEN = new Walk(Outcome.OPEN, 1, 0, 8, "needs 8 units");
    private static final Walk SUSPICIOUS = new Walk(Outcome.OPEN, 1, 0.001, 10, "looks worse");
    private static final Walk UNDECIDED = new Walk(Outcome.INCONCLUSIVE, 5, 0, 0, "undecided");

    @Test
    void isClearOnlyWhereBothViewsAre() {
        assertThat(seen(CLEAR, CLEAR).walk()).isEqualTo(CLEAR);
        assertThat(seen(CLEAR, CLEAR).series().view()).isEqualTo(View.SHARPEST);
        assertThat(seen(CLEAR, UNDECIDED).walk()).isEqualTo(UNDECIDED);
        assertThat(seen(CLEAR, UNDECIDED).reason())
                .isEqualTo("undecided, over all slices; their quieter half rules out what must be caught");
        assertThat(seen(UNDECIDED, CLEAR).walk()).isEqualTo(UNDECIDED);
    }

    @Test
    void isRedWhereEitherViewIs() {
        assertThat(seen(RED, CLEAR).reason()).isEqualTo("worse");
        assertThat(seen(CLEAR, RED).series().view()).isEqualTo(View.ALL_SLICES);
        assertThat(seen(UNDECIDED, RED).reason())
                .isEqualTo("worse, over all slices; their quieter half does not show it");
    }

    /** Found by both, the sharper one tells it. */
    @Test
    void ofTwoThatAreAlikeTheSharperDecides() {
        assertThat(seen(RED, RED).series().view()).isEqualTo(View.SHARPEST);
        assertThat(seen(OPEN, OPEN).series().view()).isEqualTo(View.SHARPEST);
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
        Sight.Path path = (series, tolerance, alpha) -> {
            asked.add(series.view() + " " + tolerance.tolerate() + " " + tolerance.caught() + " " + alpha);
            return CLEAR;
        };

        Sight.of(views(Metric.P50), TOLERANCE, 0.01, path);
        Sight.of(views(Metric.ALLOCATED), TOLERANCE, 0.01, path);

        assertThat(asked)
                .containsExactly("SHARPEST 0.01 0.05 0.005", "ALL_SLICES 0.01 0.1 0.005", "SHARPEST 0.01 0.05 0.01");
    }

    private static Sight seen(Walk sharpest, Walk all) {
        return Sight.of(
                views(Metric.P50),
                TOLERANCE,
                0.01,
                (series, tolerance, alpha) -> series.view() == View.SHARPEST ? sharpest : all);
    }

    private static List<Series> views(Metric metric) {
        return Stream.of(View.values())
                .filter(View.of(metric)::contains)
                .map(view -> Series.of(CELL, metric, view, List.of()))
                .toList();
    }
}
