package dev.loomgate.verdict;

import static dev.loomgate.plan.Limit.Comparison.AT_MOST;
import static dev.loomgate.verdict.Judged.HERE;
import static dev.loomgate.verdict.Judged.atMost;
import static dev.loomgate.verdict.Judged.estimate;
import static dev.loomgate.verdict.Judged.limit;
import static dev.loomgate.verdict.Judged.plan;
import static dev.loomgate.verdict.Judged.summary;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Unit;
import dev.loomgate.plan.Bound;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.Limit;
import dev.loomgate.summary.Cells;
import dev.loomgate.summary.Estimate.Estimated;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class UndecidedTest {
    private static final Cell VIRTUAL = Cells.cell("virtual");
    private static final Limit P50 = atMost(115, Unit.MILLISECONDS, Metric.P50);
    private static final Estimated GOOD = estimate(Metric.P50, 100, 101, 102);
    private static final Estimated BAD = estimate(Metric.P50, 120, 121, 122);
    private static final Estimated NOISY = estimate(Metric.P50, 100, 116, 130);

    @Test
    void moreIterationsHelpWhereTheIntervalHoldsTheBound() {
        assertThat(Judge.undecided(plan(P50), HERE, summary(VIRTUAL, NOISY))).isTrue();
        assertThat(Judge.undecided(plan(P50), HERE, summary(VIRTUAL, GOOD))).isFalse();
        assertThat(Judge.undecided(plan(P50), HERE, summary(VIRTUAL, BAD))).isFalse();
    }

    @Test
    void moreIterationsDoNotHelpWhatTheyCannotNarrow() {
        Estimated startup = new Estimated(Metric.STARTUP, 3000, 0, Double.POSITIVE_INFINITY, List.of(3000.0));
        Limit reference = limit(Metric.P50, AT_MOST, new Bound.OfVariant(1, "platform-100"), "<= 1 x platform-100");

        assertThat(Judge.undecided(plan(atMost(5, Unit.SECONDS, Metric.STARTUP)), HERE, summary(VIRTUAL, startup)))
                .isFalse();
        assertThat(Judge.undecided(plan(reference), HERE, summary(VIRTUAL, NOISY)))
                .isFalse();
        assertThat(Judge.undecided(plan(P50), HERE, summary(VIRTUAL))).isFalse();
        assertThat(Judge.undecided(
                        plan(P50),
                        HERE,
                        summary(Cells.run(VIRTUAL, List.of(), Map.of(), Optional.of("exit"), List.of()), NOISY)))
                .isFalse();
    }
}
