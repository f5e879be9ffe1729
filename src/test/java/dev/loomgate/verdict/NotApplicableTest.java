package dev.loomgate.verdict;

import static dev.loomgate.verdict.Judged.HERE;
import static dev.loomgate.verdict.Judged.atMost;
import static dev.loomgate.verdict.Judged.estimate;
import static dev.loomgate.verdict.Judged.judge;
import static dev.loomgate.verdict.Judged.limit;
import static dev.loomgate.verdict.Judged.plan;
import static dev.loomgate.verdict.Judged.summary;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.experiment.CellRun;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Quantity;
import dev.loomgate.metric.Unit;
import dev.loomgate.plan.Bound;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.Limit;
import dev.loomgate.plan.Limit.Comparison;
import dev.loomgate.summary.CellSummary;
import dev.loomgate.summary.Cells;
import dev.loomgate.summary.Estimate.Estimated;
import dev.loomgate.verdict.CellVerdict.Outcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NotApplicableTest {
    private static final String ELSEWHERE = "ba9876543210";
    private static final Cell VIRTUAL = Cells.cell("virtual");
    private static final Estimated BAD = estimate(Metric.P50, 120, 121, 122);
    private static final Estimated NOISY = estimate(Metric.P50, 100, 116, 130);

    private static Limit p50On(String fingerprint) {
        Quantity bound = new Quantity(115, Unit.MILLISECONDS);
        return limit(Metric.P50, Comparison.AT_MOST, new Bound.Absolute(bound, Optional.of(fingerprint)), "<= 115 ms");
    }

    @Test
    void aLimitOfThisFingerprintIsApplied() {
        assertThat(judge(plan(p50On(HERE)), summary(VIRTUAL, BAD)).outcome()).isEqualTo(Outcome.FAILED);
    }

    @Test
    void aLimitOfAnotherFingerprintIsShownAndHasNoSay() {
        CellVerdict verdict = judge(plan(p50On(ELSEWHERE)), summary(VIRTUAL, BAD));

        assertThat(verdict.outcome()).isEqualTo(Outcome.UNGATED);
        assertThat(verdict.verdicts()).containsExactly(new Verdict.NotApplicable(p50On(ELSEWHERE), ELSEWHERE, HERE));
        assertThat(GateRules.of(plan(), verdict).warnings())
                .singleElement()
                .asString()
                .startsWith("UNGATED virtual · io · 500 req/s · jdk25: p50 <= 115 ms")
                .contains("is not applicable", ELSEWHERE, HERE);
        assertThat(GateRules.of(plan(), verdict).failures()).isEmpty();
    }

    @Test
    void theOtherLimitsDecideWhateverTheOrder() {
        Limit good = atMost(200, Unit.MILLISECONDS, Metric.P50);
        Limit bad = atMost(110, Unit.MILLISECONDS, Metric.P50);
        Limit foreign = p50On(ELSEWHERE);

        assertThat(judge(plan(foreign, good), summary(VIRTUAL, BAD)).outcome()).isEqualTo(Outcome.PASSED);
        assertThat(judge(plan(good, foreign), summary(VIRTUAL, BAD)).outcome()).isEqualTo(Outcome.PASSED);
        assertThat(judge(plan(foreign, bad), summary(VIRTUAL, BAD)).outcome()).isEqualTo(Outcome.FAILED);
    }

    @Test
    void addsNoIterations() {
        assertThat(Judge.undecided(plan(p50On(HERE)), HERE, summary(VIRTUAL, NOISY)))
                .isTrue();
        assertThat(Judge.undecided(plan(p50On(ELSEWHERE)), HERE, summary(VIRTUAL, NOISY)))
                .isFalse();
    }

    @Test
    void aDeadServerFailsInSpiteOfIt() {
        CellRun dead = Cells.run(VIRTUAL, List.of(), Map.of(), Optional.of("exit code 1"), List.of());
        CellSummary summary = summary(dead, BAD);

        assertThat(judge(plan(p50On(ELSEWHERE)), summary).outcome()).isEqualTo(Outcome.FAILED);
    }
}
