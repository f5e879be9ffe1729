package dev.loomgate.junit;

import static dev.loomgate.junit.LoomgateAssertions.assertThat;
import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Unit;
import dev.loomgate.summary.CellSummary;
import dev.loomgate.summary.Cells;
import dev.loomgate.summary.Estimate;
import dev.loomgate.verdict.CellVerdict;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** A cell whose p99 is 100 ms, with an interval of 90 to 120 ms. */
class CellAssertTest {
    private static final CellVerdict CELL = cell(List.of());

    @Test
    void holdsWhereTheWholeIntervalDoes() {
        assertThat(CELL).p99().isBelow(ofMillis(120)).p99().isAtLeast(90, Unit.MILLISECONDS);
    }

    @Test
    void failsWhereTheWholeIntervalIsBeyond() {
        failsWith(
                () -> assertThat(CELL).p99().isBelow(ofMillis(80)),
                "p99 is 100 ms (95 % interval 90 to 120), and should be at most 80 ms");
    }

    @Test
    void whatIsUndecidedIsNotHeld() {
        failsWith(() -> assertThat(CELL).p99().isBelow(ofMillis(110)), "undecided whether it is at most");
    }

    @Test
    void whatWasNotMeasuredIsNotHeld() {
        failsWith(
                () -> assertThat(CELL).cpu().isAtMost(1, Unit.MICROSECONDS_PER_REQUEST),
                "cpu is unknown: not looked at");
    }

    @Test
    void aServerThatDiedHoldsNothing() {
        failsWith(() -> assertThat(cell(List.of("the server died"))).p99().isBelow(ofMillis(500)), "the server died");
    }

    @Test
    void eachRequestOfAMixHasItsOwn() {
        assertThat(CELL).p95("order").isBelow(ofMillis(30));
        failsWith(() -> assertThat(CELL).p95("order").isBelow(ofMillis(10)), "p95 of order is 20 ms");
        failsWith(() -> assertThat(CELL).p95("oder").isBelow(ofMillis(30)), "p95 of oder is unknown");
    }

    @Test
    void oneFailedRequestIsAnError() {
        failsWith(() -> assertThat(CELL).hasNoErrors(), "errors is 0.1 %");
    }

    private static void failsWith(ThrowingCallable assertion, String words) {
        assertThatExceptionOfType(AssertionError.class).isThrownBy(assertion).withMessageContaining(words);
    }

    private static CellVerdict cell(List<String> reasons) {
        Map<Metric, Estimate> all = new EnumMap<>(Metric.class);
        for (Metric metric : Metric.values()) {
            all.put(metric, new Estimate.Missing(metric, "not looked at"));
        }
        all.put(Metric.P99, new Estimate.Estimated(Metric.P99, 100, 90, 120, List.of()));
        all.put(Metric.ERRORS, new Estimate.Estimated(Metric.ERRORS, 0.1, 0.1, 0.1, List.of()));
        return new CellVerdict(
                new CellSummary(
                        Cells.run(Cells.cell("shop"), List.of()),
                        all,
                        Map.of("order", Map.of(Metric.P95, new Estimate.Estimated(Metric.P95, 20, 15, 25, List.of())))),
                List.of(),
                reasons.isEmpty() ? CellVerdict.Outcome.PASSED : CellVerdict.Outcome.FAILED,
                reasons,
                false);
    }
}
