package dev.loomgate.verdict;

import static dev.loomgate.plan.Limit.Comparison.AT_MOST;
import static dev.loomgate.verdict.Judged.atMost;
import static dev.loomgate.verdict.Judged.estimate;
import static dev.loomgate.verdict.Judged.judge;
import static dev.loomgate.verdict.Judged.limit;
import static dev.loomgate.verdict.Judged.plan;
import static dev.loomgate.verdict.Judged.summary;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Quantity;
import dev.loomgate.metric.Unit;
import dev.loomgate.plan.Bound;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.Limit;
import dev.loomgate.summary.CellSummary;
import dev.loomgate.summary.Cells;
import dev.loomgate.summary.Estimate.Estimated;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is said of a cell: the messages that fail or warn. */
class CellSentencesTest {
    private static final Cell VIRTUAL = Cells.cell("virtual");
    private static final Limit P50 = atMost(115, Unit.MILLISECONDS, Metric.P50);

    @Test
    void aBrokenLimitNamesValueIntervalLimitPlaceAndReport() {
        assertThat(messages(P50, summary(VIRTUAL, estimate(Metric.P50, 120.9, 121.3, 121.8))))
                .containsExactly(
                        "FAILED virtual · io · 500 req/s · jdk25: p50 is 121.3 ms (95 % interval 120.9 to 121.8),"
                                + " the limit is <= 115 ms (thresholds.yml:88);"
                                + " report target/loomgate/gatling/virtual.jdk25.io.500rps/index.html");
    }

    @Test
    void aValueCloseToItsLimitIsWrittenWithEnoughDigitsToTell() {
        assertThat(messages(P50, summary(VIRTUAL, estimate(Metric.P50, 115.011, 115.02, 115.04))))
                .singleElement()
                .asString()
                .contains("is 115.02 ms (95 % interval 115.01 to 115.04), the limit is <= 115 ms");
    }

    @Test
    void aComputedBoundIsShownAsANumber() {
        Limit limit = limit(Metric.P50, AT_MOST, new Bound.OfVariant(1.1, "platform-100"), "<= 1.1 x platform-100");

        assertThat(messages(
                        limit,
                        summary(VIRTUAL, estimate(Metric.P50, 130, 131, 132)),
                        summary(Cells.cell("platform-100"), estimate(Metric.P50, 90, 95, 100))))
                .singleElement()
                .asString()
                .contains("the limit is <= 1.1 x platform-100 = 110 ms (thresholds.yml:88)");
    }

    @Test
    void aCensusHasNoIntervalToShow() {
        assertThat(messages(
                        atMost(0, Unit.PERCENT, Metric.ERRORS),
                        summary(VIRTUAL, estimate(Metric.ERRORS, 0.04, 0.04, 0.04))))
                .singleElement()
                .asString()
                .contains("is 0.04 %, the limit is <= 0 %");
    }

    @Test
    void aNoisyLimitReadsAsUndecided() {
        assertThat(messages(P50, summary(VIRTUAL, estimate(Metric.P50, 110, 114, 120))))
                .singleElement()
                .asString()
                .startsWith("UNDECIDED")
                .contains("the interval 110 to 120 meets the bound 115 ms");
    }

    @Test
    void oneValueReadsAsUnknownSpreadAndNeverAsInfinity() {
        Estimated startup = new Estimated(Metric.STARTUP, 3000, 0, Double.POSITIVE_INFINITY, List.of(3000.0));

        assertThat(messages(atMost(5, Unit.SECONDS, Metric.STARTUP), summary(VIRTUAL, startup)))
                .singleElement()
                .asString()
                .contains("is 3000 ms (one value, spread unknown)", "one value says nothing about its spread")
                .doesNotContainIgnoringCase("infinity");
    }

    @Test
    void anInvalidCellSaysOnceThatItIsNoRegression() {
        CellSummary invalid =
                summary(Cells.run(VIRTUAL, List.of(), Map.of(), Optional.empty(), List.of("the generator broke")));

        assertThat(messages(P50, invalid))
                .singleElement()
                .asString()
                .startsWith("NOT MEASURED (invalid), this is not a regression: virtual · io · 500 req/s · jdk25: ")
                .contains("the generator broke; 0 of 3 iterations are valid");
    }

    @Test
    void aDeadServerIsOneSentence() {
        CellSummary dead = summary(
                Cells.run(VIRTUAL, List.of(), Map.of(), Optional.of("the server died: exit code 137"), List.of()));

        assertThat(messages(P50, dead))
                .singleElement()
                .asString()
                .startsWith("FAILED virtual · io · 500 req/s · jdk25: the server died: exit code 137");
    }

    /** 5 s in the file, and milliseconds measured. */
    @Test
    void aLimitInAnotherUnitIsShownInThatOfTheMetric() {
        assertThat(messages(
                        atMost(5, Unit.SECONDS, Metric.STARTUP),
                        summary(VIRTUAL, estimate(Metric.STARTUP, 5100, 5200, 5300))))
                .singleElement()
                .asString()
                .contains("startup is 5200 ms (95 % interval 5100 to 5300), the limit is <= 5 s = 5000 ms");
    }

    @Test
    void anInvalidCellNamesTheLimitsThatWereNotJudged() {
        CellSummary invalid =
                summary(Cells.run(VIRTUAL, List.of(), Map.of(), Optional.empty(), List.of("the generator broke")));

        assertThat(messages(P50, invalid)).singleElement().asString().contains("; not judged: p50 <= 115 ms; report");
    }

    /** Between 950 and 1000 req/s lies what the search has left open; chance has nothing to do with it. */
    @Test
    void aCapacityHasNoConfidenceInterval() {
        Estimated capacity = new Estimated(Metric.CAPACITY, 950, 950, 1000, List.of(950.0));
        Bound bound = new Bound.Absolute(new Quantity(1200, Unit.REQUESTS_PER_SECOND));
        Limit limit = limit(Metric.CAPACITY, Limit.Comparison.AT_LEAST, bound, ">= 1200 req/s");

        assertThat(Sentences.of(new Verdict.Failed(limit, capacity, 1200)))
                .isEqualTo(
                        "capacity is 950 req/s (interval 950 to 1000), the limit is >= 1200 req/s (thresholds.yml:88)");
    }

    /** A longer search would tell, and not more iterations. */
    @Test
    void aCapacityThatIsLeftOpenIsNotCalledNoisy() {
        Estimated capacity = new Estimated(Metric.CAPACITY, 100, 0, 200, List.of(0.0, 200.0));
        Bound bound = new Bound.Absolute(new Quantity(150, Unit.REQUESTS_PER_SECOND));
        Limit limit = limit(Metric.CAPACITY, Limit.Comparison.AT_LEAST, bound, ">= 150 req/s");

        assertThat(Sentences.whyUndecided(limit, capacity, new Range(150, 150)))
                .isEqualTo("the search leaves it open, the interval 0 to 200 meets the bound 150 req/s");
    }

    @Test
    void aPassedCellHasNothingToSay() {
        assertThat(messages(P50, summary(VIRTUAL, estimate(Metric.P50, 100, 101, 102))))
                .isEmpty();
    }

    private static List<String> messages(Limit limit, CellSummary... summaries) {
        GateRules rules = GateRules.of(plan(), judge(plan(limit), summaries));
        return Stream.concat(rules.failures().stream(), rules.warnings().stream())
                .toList();
    }
}
