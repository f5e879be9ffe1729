package dev.loomgate.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.fingerprint.Fingerprint;
import dev.loomgate.metric.Metric;
import dev.loomgate.plan.Compared;
import dev.loomgate.plan.DuelPlan;
import dev.loomgate.plan.DuelPlans;
import dev.loomgate.plan.PairedCell;
import dev.loomgate.plan.Tolerance;
import dev.loomgate.verdict.ComparisonVerdict;
import dev.loomgate.verdict.ComparisonVerdict.Outcome;
import dev.loomgate.verdict.DuelState;
import dev.loomgate.verdict.DuelVerdict;
import dev.loomgate.verdict.Effect;
import dev.loomgate.verdict.UnitTally;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class DuelPageTest {
    private static final PairedCell CELL = DuelPlans.cell("virtual", "compute");
    private static final DuelPlan PLAN =
            DuelPlans.plan(List.of(CELL), Map.of(Metric.APPLICATION_CPU, new Tolerance(0.005, 0.05)), 20, 0.01);

    @Test
    void aRegressionIsTheFirstThingSaid() {
        String page = page(comparison(Outcome.REGRESSION, 0.08, 0.06, 0.10, "the reason"));

        assertThat(page).contains("<title>✗ Loomgate: jdk25 against jdk21: 1 regressions");
        assertThat(page.indexOf("8.0 % (6.0 to 10.0) more CPU per request than jdk21"))
                .isPositive()
                .isLessThan(page.indexOf("<h2>Comparisons"));
    }

    @Test
    void clearIsPassed() {
        String page = page(comparison(Outcome.CLEAR, 0.001, -0.01, 0.012, "the reason"));

        assertThat(page).contains("<title>✓ Loomgate").doesNotContain("<h2>What needs a look");
    }

    @Test
    void undecidedIsNotShownAsPassed() {
        assertThat(page(
                        comparison(Outcome.INCONCLUSIVE, 0.01, -0.05, 0.07, "the reason"),
                        comparison(Outcome.CLEAR, 0.01, -0.05, 0.07, "the reason")))
                .contains("<title>? Loomgate")
                .contains("<h2>What needs a look");
    }

    /**
     * The line ends at 11 %, a tenth beyond the furthest interval: 0 is its middle, 5 % stand 5/11 of a half to the
     * right.
     */
    @Test
    void drawsTheChangeInPlace() {
        assertThat(page(comparison(Outcome.REGRESSION, 0.05, 0.0, 0.10, "the reason")))
                .contains("-11.0 % to +11.0 %")
                .contains("<b style=\"left:50.00%;width:45.45%\"></b><s style=\"left:72.73%\">")
                .contains("class=\"caught\" style=\"left:72.73%\"");
    }

    /** However wild an interval is, it stays on its line; its number tells the rest. */
    @Test
    void aWildIntervalEndsWhereItsLineEnds() {
        assertThat(page(comparison(Outcome.INCONCLUSIVE, 4.0, -0.9, 30.0, "the reason")))
                .contains("<b style=\"left:0.00%;width:100.00%\"></b><s style=\"left:100.00%\">")
                .contains("+400.00 %");
    }

    @Test
    void escapesWhateverComesFromOutside() {
        assertThat(page(comparison(Outcome.CLEAR, 0, 0, 0, "<script>alert('1')</script>")))
                .doesNotContain("<script")
                .contains("&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;");
    }

    @Test
    void aRequestOfSeveralStandsByItsName() {
        ComparisonVerdict ofOrder = new ComparisonVerdict(
                CELL.name(),
                Compared.of(Metric.P95, "order"),
                false,
                Outcome.REGRESSION,
                Optional.of(new Effect(10, 0.5, 0.4, 0.6, OptionalDouble.of(4))),
                1,
                0.0001,
                "the reason");

        assertThat(page(ofOrder))
                .contains(">p95 of order</th>")
                .contains(
                        "jdk25 is 50.0 % (40.0 to 60.0) slower at p95 of order than jdk21 on virtual/compute: 2 on 4 ms");
    }

    @Test
    void anEffectThatCouldNotBeHadIsNoZero() {
        ComparisonVerdict none = new ComparisonVerdict(
                CELL.name(),
                Compared.of(Metric.APPLICATION_CPU),
                false,
                Outcome.INCONCLUSIVE,
                Optional.empty(),
                0,
                0,
                "could not be measured in unit 2: no answer");

        assertThat(page(none))
                .contains("<td>n/a<")
                .contains("unit 2: no answer")
                .doesNotContain("class=\"track\" title");
    }

    private static ComparisonVerdict comparison(
            Outcome outcome, double change, double low, double high, String reason) {
        return new ComparisonVerdict(
                CELL.name(),
                Compared.of(Metric.APPLICATION_CPU),
                false,
                outcome,
                Optional.of(new Effect(10, change, low, high, OptionalDouble.empty())),
                1,
                0.0012,
                reason);
    }

    private static String page(ComparisonVerdict... comparisons) {
        return DuelPage.text(new DuelVerdict(
                PLAN,
                new DuelState(List.of(comparisons), List.of(), Map.of(), Map.of()),
                Map.of(CELL.id(), new UnitTally(10, 0, 0, List.of(), List.of(), Map.of(), Optional.empty())),
                new Fingerprint(Map.of("machine", "a"), List.of(), List.of()),
                Instant.EPOCH,
                Duration.ofMinutes(1),
                Duration.ofSeconds(40)));
    }
}
