package dev.loomgate.verdict;

import static dev.loomgate.plan.Limit.Comparison.AT_LEAST;
import static dev.loomgate.plan.Limit.Comparison.AT_MOST;
import static dev.loomgate.verdict.Judged.atMost;
import static dev.loomgate.verdict.Judged.estimate;
import static dev.loomgate.verdict.Judged.judge;
import static dev.loomgate.verdict.Judged.limit;
import static dev.loomgate.verdict.Judged.plan;
import static dev.loomgate.verdict.Judged.summary;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Unit;
import dev.loomgate.plan.Bound;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.Limit;
import dev.loomgate.plan.Limit.Comparison;
import dev.loomgate.plan.LoadProfile;
import dev.loomgate.summary.CellSummary;
import dev.loomgate.summary.Cells;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BoundsTest {
    private static final Cell VIRTUAL = Cells.cell("virtual");
    private static final Cell PLATFORM = Cells.cell("platform-100");

    @ParameterizedTest
    @CsvSource({
        "p50, 115, ms, 115, 115.1",
        "p50, 0.115, s, 115, 115.1",
        "p50, 115000, us, 115, 115.1",
        "allocated, 49152, B/req, 48, 48.1",
        "allocated, 1, MiB/req, 1024, 1025",
        "live-heap, 1, GiB, 1024, 1025",
        "cpu, 0.5, ms/req, 500, 501",
        "time-to-warm, 1, min, 60, 61",
        "errors, 1, %, 1, 1.01",
        "threads-peak, 40, threads, 40, 41"
    })
    void anAbsoluteBoundIsConvertedToTheMetricsUnit(String key, double amount, String unit, double on, double over) {
        Metric metric = Metric.ofKey(key).orElseThrow();
        Limit limit = atMost(amount, Unit.ofSymbol(unit).orElseThrow(), metric);

        assertThat(verdict(limit, summary(VIRTUAL, estimate(metric, on, on, on))))
                .isInstanceOf(Verdict.Passed.class);
        assertThat(verdict(limit, summary(VIRTUAL, estimate(metric, over, over, over))))
                .isInstanceOf(Verdict.Failed.class);
    }

    @Test
    void aBoundOfAnotherDimensionNeverPasses() {
        Limit limit = atMost(115, Unit.MEBIBYTES, Metric.P50);

        assertThat(reason(limit, summary(VIRTUAL, estimate(Metric.P50, 1, 1, 1))))
                .contains("MiB does not compare with p50 in ms");
    }

    @ParameterizedTest
    @CsvSource({
        // 1.1 x (90 to 110) is 99 to 121
        "AT_MOST, 80, 99, Passed",
        "AT_MOST, 80, 100, Inconclusive",
        "AT_MOST, 120, 130, Inconclusive",
        "AT_MOST, 122, 130, Failed",
        "AT_LEAST, 121, 130, Passed",
        "AT_LEAST, 110, 130, Inconclusive",
        "AT_LEAST, 90, 100, Inconclusive",
        "AT_LEAST, 90, 98, Failed"
    })
    void anotherVariantsBoundCarriesItsOwnInterval(Comparison comparison, double low, double high, String expected) {
        Limit limit = limit(Metric.P50, comparison, new Bound.OfVariant(1.1, "platform-100"), "1.1 x platform-100");

        Verdict verdict = verdict(
                limit,
                summary(VIRTUAL, estimate(Metric.P50, low, low, high)),
                summary(PLATFORM, estimate(Metric.P50, 90, 100, 110)));

        assertThat(verdict.getClass().getSimpleName()).isEqualTo(expected);
    }

    /** Ten requests in a second. */
    @ParameterizedTest
    @CsvSource({"9.5, Passed", "9.4, Failed"})
    void aShareOfACapacityOffersTheRateThatWasAskedFor(double answered, String expected) {
        Cell share =
                new Cell(VIRTUAL.variant(), VIRTUAL.runtime(), VIRTUAL.workload(), new LoadProfile.Share(70, "quick"));
        Limit limit = limit(Metric.THROUGHPUT, AT_LEAST, new Bound.OfOffered(0.95), ">= 95 % of offered");
        CellSummary measured = summary(share, estimate(Metric.THROUGHPUT, answered, answered, answered));

        assertThat(verdict(limit, measured).getClass().getSimpleName()).isEqualTo(expected);
    }

    @Test
    void aReferenceThatWasNotMeasuredNeverPasses() {
        assertThat(reason(ofPlatform(), summary(VIRTUAL, estimate(Metric.P50, 1, 1, 1))))
                .contains("the reference platform-100 was not measured");
    }

    @Test
    void aReferenceOfAnotherWaitOrRateIsNoReference() {
        Cell other =
                new Cell(PLATFORM.variant(), PLATFORM.runtime(), PLATFORM.workload(), new LoadProfile.Constant(100));

        assertThat(reason(
                        ofPlatform(),
                        summary(VIRTUAL, estimate(Metric.P50, 1, 1, 1)),
                        summary(other, estimate(Metric.P50, 9, 9, 9))))
                .contains("was not measured with the same runtime, workload and load");
    }

    @Test
    void aReferenceWithoutTheMetricNeverPasses() {
        assertThat(reason(ofPlatform(), summary(VIRTUAL, estimate(Metric.P50, 1, 1, 1)), summary(PLATFORM)))
                .contains("has no p50: not looked at");
    }

    @Test
    void anInvalidOrDeadReferenceNeverPasses() {
        CellSummary virtual = summary(VIRTUAL, estimate(Metric.P50, 1, 1, 1));
        CellSummary broken = summary(
                Cells.run(PLATFORM, List.of(), Map.of(), Optional.empty(), List.of("heap differs")),
                estimate(Metric.P50, 9, 9, 9));
        CellSummary dead = summary(
                Cells.run(PLATFORM, List.of(), Map.of(), Optional.of("exit 137"), List.of()),
                estimate(Metric.P50, 9, 9, 9));

        assertThat(reason(ofPlatform(), virtual, broken)).contains("has no valid result");
        assertThat(reason(ofPlatform(), virtual, dead)).contains("has no valid result");
    }

    @ParameterizedTest
    @CsvSource({"475, 500, Passed", "474, 500, Inconclusive", "400, 474, Failed"})
    void aShareOfTheOfferedRate(double low, double high, String expected) {
        // 95 % of 500 req/s
        Limit limit = limit(Metric.THROUGHPUT, AT_LEAST, new Bound.OfOffered(0.95), ">= 95 % of offered");

        assertThat(verdict(limit, summary(VIRTUAL, estimate(Metric.THROUGHPUT, low, low, high)))
                        .getClass()
                        .getSimpleName())
                .isEqualTo(expected);
    }

    /** Neither passed nor failed: who measures nothing else has judged nothing. */
    @Test
    void aShareOfTheOfferedRateIsNoLimitOfUsersOrOfASimulation() {
        Limit limit = limit(Metric.THROUGHPUT, AT_LEAST, new Bound.OfOffered(0.95), ">= 95 % of offered");

        for (LoadProfile load : List.of(new LoadProfile.Closed(64), new LoadProfile.Simulated())) {
            Cell cell = new Cell(PLATFORM.variant(), PLATFORM.runtime(), PLATFORM.workload(), load);
            assertThat(judge(plan(limit), summary(cell, estimate(Metric.THROUGHPUT, 1, 1, 1))))
                    .satisfies(verdict -> assertThat(verdict.verdicts()).isEmpty())
                    .satisfies(verdict -> assertThat(verdict.outcome()).isEqualTo(CellVerdict.Outcome.UNGATED));
        }
    }

    @Test
    void aShareOfTheOfferedRateIsNoBoundForATime() {
        Limit limit = limit(Metric.P50, AT_MOST, new Bound.OfOffered(0.95), "<= 95 % of offered");

        assertThat(reason(limit, summary(VIRTUAL, estimate(Metric.P50, 1, 1, 1))))
                .contains("a rate does not compare with p50");
    }

    @ParameterizedTest
    @CsvSource({"1000, 1050, Passed", "1040, 1060, Inconclusive", "1051, 1100, Failed"})
    void aShareOfThreadsByWait(double low, double high, String expected) {
        // 105 % of 100 threads / 0.1 s
        assertThat(verdict(theory(), summary(PLATFORM, estimate(Metric.THROUGHPUT, low, low, high)))
                        .getClass()
                        .getSimpleName())
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"unlimited", "0", "-3", "1e3"})
    void threadsByWaitNeedsANumberOfThreads(String threads) {
        Cell cell = Cells.cell("virtual", Map.of("request-threads", threads), Duration.ofMillis(100));

        assertThat(reason(theory(), summary(cell, estimate(Metric.THROUGHPUT, 1, 1, 1))))
                .contains("needs a number as effective request-threads of virtual, the plan has " + threads);
    }

    @Test
    void threadsByWaitNeedsAWait() {
        Cell cell = Cells.cell("platform-100", Map.of("request-threads", "100"), Duration.ZERO);

        assertThat(reason(theory(), summary(cell, estimate(Metric.THROUGHPUT, 1, 1, 1))))
                .contains("needs a workload that waits");
    }

    private static Limit ofPlatform() {
        return limit(Metric.P50, AT_MOST, new Bound.OfVariant(1.1, "platform-100"), "<= 1.1 x platform-100");
    }

    private static Limit theory() {
        return limit(Metric.THROUGHPUT, AT_MOST, new Bound.OfThreadsByWait(1.05), "<= 105 % of threads / wait");
    }

    private static Verdict verdict(Limit limit, CellSummary... summaries) {
        return judge(plan(limit), summaries).verdicts().getFirst();
    }

    private static String reason(Limit limit, CellSummary... summaries) {
        if (verdict(limit, summaries) instanceof Verdict.Inconclusive inconclusive) {
            return inconclusive.reason();
        }
        throw new AssertionError("decided: " + verdict(limit, summaries));
    }
}
