package dev.loomgate.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.experiment.UnitRun;
import dev.loomgate.fingerprint.Fingerprint;
import dev.loomgate.metric.Metric;
import dev.loomgate.plan.Compared;
import dev.loomgate.plan.DuelPlan;
import dev.loomgate.plan.DuelPlans;
import dev.loomgate.plan.Tolerance;
import dev.loomgate.summary.DrawnMix;
import dev.loomgate.summary.UnitEffect;
import dev.loomgate.verdict.ComparisonVerdict.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each of several requests of a workload is compared by itself. Orders are 6 % of all requests. */
class RequestsComparedTest {
    private static final Map<Metric, Tolerance> TOLERANCES = Map.of(
            Metric.P50, new Tolerance(0.01, 0.05),
            Metric.P95, new Tolerance(0.015, 0.07),
            Metric.P99, new Tolerance(0.03, 0.20),
            Metric.ERRORS, new Tolerance(0.003, 0.005));

    private static final int MANY = 4000;
    private static final int FEW = 400;

    @ParameterizedTest(name = "orders take {0} times as long, at {1} req/s")
    @CsvSource({"1.1, 4000", "1.3, 4000", "1.5, 1000", "2, 400"})
    void anOrderThatTakesLongerIsRedByItsNameAndAllTogetherAreNot(double factor, int requestsPerSecond) {
        DrawnMix mix = new DrawnMix(requestsPerSecond, 3).slower("order", factor);
        DuelPlan plan = plan(mix);

        DuelVerdict verdict = verdict(plan, mix, 10);

        assertThat(of(verdict, Outcome.REGRESSION))
                .contains(Compared.of(Metric.P50, "order"))
                .allSatisfy(compared -> assertThat(compared.request()).contains("order"));
        assertThat(verdict.failures(mix.cell()))
                .anySatisfy(message -> assertThat(message)
                        .startsWith("REGRESSION p50 of order, virtual/shop: jdk25 is ")
                        .contains(" slower at the median of order than jdk21 on virtual/shop: "));
        assertThat(comparison(verdict, Compared.of(Metric.P50))
                        .effect()
                        .orElseThrow()
                        .change())
                .isBetween(-0.02, 0.02);
    }

    @Test
    void equalArmsAreClearButForWhatTooFewAnswersSay() {
        DrawnMix mix = new DrawnMix(MANY, 5);
        DuelPlan plan = plan(mix);

        DuelVerdict verdict = verdict(plan, mix, 20);

        assertThat(of(verdict, Outcome.INCONCLUSIVE)).containsExactly(Compared.of(Metric.P99, "order"));
        assertThat(of(verdict, Outcome.CLEAR)).hasSize(plan.comparisons() - 1);
        assertThat(verdict.red()).isFalse();
        assertThat(verdict.warnings())
                .singleElement()
                .asString()
                .startsWith("INCONCLUSIVE p99 of order, virtual/shop: ")
                .contains("180 answers per window and arm are too few to rule a change out, at least 500 are needed");
    }

    /** What can't be ruled out however many units there are is not worth one; what all others need is measured. */
    @Test
    void aRequestThatIsTooRareIsUndecidedAndAsksForNothing() {
        DrawnMix mix = new DrawnMix(FEW, 7);
        DuelPlan plan = plan(mix);
        List<UnitEffect> effects = mix.effects(12);

        DuelState state = DuelJudge.judge(plan, effects, false);

        assertThat(state.wanted()).isEmpty();
        assertThat(DuelJudge.judge(plan, effects, true).comparisons())
                .filteredOn(verdict -> verdict.compared().request().equals(Optional.of("order"))
                        && !verdict.compared().isCount())
                .hasSize(3)
                .extracting(ComparisonVerdict::outcome)
                .containsOnly(Outcome.INCONCLUSIVE);
    }

    /** Three orders in a hundred fail, 0.18 points of all requests, of which 0.3 are tolerated. */
    @Test
    void ordersThatFailAreRedThoughAllTogetherHoldTheirTolerance() {
        DrawnMix mix = new DrawnMix(MANY, 11).failing("order", 0.03);

        DuelVerdict verdict = verdict(plan(mix), mix, 5);

        assertThat(of(verdict, Outcome.REGRESSION)).containsExactly(Compared.of(Metric.ERRORS, "order"));
        assertThat(verdict.failures(mix.cell()))
                .singleElement()
                .asString()
                .startsWith("REGRESSION errors of order, virtual/shop: jdk25 fails ")
                .contains(" more of its order requests than jdk21")
                .contains("requests failed; jdk21 had 0 of ");
        assertThat(comparison(verdict, Compared.of(Metric.ERRORS)).reason()).contains(" order) requests failed");
    }

    /** 6 orders a second, 12 in a window and 132 in a unit: none of 660 failed, which rules no 0.5 points out. */
    @Test
    void tooFewOrdersRuleNoFailureOut() {
        DrawnMix mix = new DrawnMix(FEW / 2, 13);
        DuelPlan plan = DuelPlans.plan(List.of(mix.cell()), TOLERANCES, 5, 0.01);

        DuelVerdict verdict = verdict(plan, mix, 5);

        ComparisonVerdict errors = comparison(verdict, Compared.of(Metric.ERRORS, "order"));
        assertThat(errors.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
        assertThat(errors.reason())
                .startsWith("0 of 660 requests failed; jdk21 had 0 of 660; undecided after 5 units: could have seen")
                .endsWith(" points");
        assertThat(comparison(verdict, Compared.of(Metric.ERRORS, "browse")).outcome())
                .isEqualTo(Outcome.CLEAR);
    }

    /** Of 100 gates one may be red, so of 30 none. */
    @Test
    void equalArmsAreAlmostNeverRed() {
        DrawnMix mix = new DrawnMix(FEW, 17);
        DuelPlan plan = plan(mix);

        assertThat(IntStream.range(0, 30)
                        .filter(gate -> DuelJudge.judge(plan, mix.effects(5), true).comparisons().stream()
                                .anyMatch(verdict -> verdict.outcome() == Outcome.REGRESSION
                                        || verdict.outcome() == Outcome.SUSPECTED))
                        .count())
                .isZero();
    }

    @Test
    void allComparisonsShareTheAllowedError() {
        DuelPlan plan = plan(new DrawnMix(MANY, 1));

        assertThat(plan.gated(plan.cells().getFirst()))
                .extracting(Compared::toString)
                .containsExactly(
                        "p50",
                        "p95",
                        "p99",
                        "errors",
                        "wrong-answers",
                        "p50 of browse",
                        "p95 of browse",
                        "p99 of browse",
                        "errors of browse",
                        "wrong-answers of browse",
                        "p50 of search",
                        "p95 of search",
                        "p99 of search",
                        "errors of search",
                        "wrong-answers of search",
                        "p50 of order",
                        "p95 of order",
                        "p99 of order",
                        "errors of order",
                        "wrong-answers of order");
        assertThat(plan.comparisons()).isEqualTo(20);
        assertThat(plan.reported(plan.cells().getFirst()))
                .extracting(Compared::metric)
                .contains(Metric.APPLICATION_CPU, Metric.STARTUP)
                .doesNotContain(Metric.CEILING);
    }

    private static DuelPlan plan(DrawnMix mix) {
        return DuelPlans.plan(List.of(mix.cell()), TOLERANCES, 20, 0.01);
    }

    private static DuelVerdict verdict(DuelPlan plan, DrawnMix mix, int units) {
        UnitTallies tallies = new UnitTallies();
        IntStream.rangeClosed(1, units).mapToObj(mix::unit).forEach((UnitRun run) -> tallies.add(run));
        return new DuelVerdict(
                plan,
                DuelJudge.judge(plan, tallies.effects(), true),
                tallies.byCell(),
                new Fingerprint(Map.of(), List.of(), List.of()),
                Instant.EPOCH,
                Duration.ZERO,
                Duration.ZERO);
    }

    private static List<Compared> of(DuelVerdict verdict, Outcome outcome) {
        return verdict.state().comparisons().stream()
                .filter(each -> !each.pooled() && each.outcome() == outcome)
                .map(ComparisonVerdict::compared)
                .toList();
    }

    private static ComparisonVerdict comparison(DuelVerdict verdict, Compared compared) {
        return verdict.state().comparisons().stream()
                .filter(each -> !each.pooled() && each.compared().equals(compared))
                .findFirst()
                .orElseThrow();
    }
}
