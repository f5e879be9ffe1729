package dev.loomgate.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.experiment.Iteration;
import dev.loomgate.experiment.Machines;
import dev.loomgate.experiment.Phases;
import dev.loomgate.experiment.Readings;
import dev.loomgate.load.IterationLoad;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Quantity;
import dev.loomgate.metric.Unit;
import dev.loomgate.plan.BackendDependency;
import dev.loomgate.plan.Bound;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.HttpRequest;
import dev.loomgate.plan.Limit;
import dev.loomgate.plan.Requests;
import dev.loomgate.plan.WeightedRequest;
import dev.loomgate.plan.Workload;
import dev.loomgate.sampling.Samples;
import dev.loomgate.summary.CellSummary;
import dev.loomgate.summary.Cells;
import dev.loomgate.summary.Estimate;
import dev.loomgate.summary.Summaries;
import dev.loomgate.verdict.CellVerdict.Outcome;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A limit on one request of a workload looks at that request alone: 90 of 100 take 10 ms, and 10 take 80 ms. */
class RequestLimitsTest {
    private static final Samples NOTHING_SAMPLED =
            new Samples(Map.of(), OptionalDouble.empty(), Map.of(), Map.of(), List.of(), Machines.QUIET, List.of());
    private static final Cell SHOP = shop("virtual");

    @Test
    void aSlowRequestThatIsRareBreaksItsOwnLimitAndNotThatOfAll() {
        CellVerdict verdict = judge(limit("", Metric.P50, 50), limit("order", Metric.P50, 50));

        assertThat(verdict.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(verdict.verdicts(Metric.P50)).singleElement().isInstanceOf(Verdict.Passed.class);
        assertThat(verdict.verdicts("order", Metric.P50)).singleElement().isInstanceOf(Verdict.Failed.class);
        assertThat(Sentences.of(verdict).getFirst().sentence()).startsWith("p50 of order is 80");
    }

    @Test
    void theOtherRequestsHoldTheirs() {
        assertThat(judge(limit("browse", Metric.P99, 20)).outcome()).isEqualTo(Outcome.PASSED);
    }

    /** Two of 300 orders failed: 0.67 % of them, and 0.067 % of all. */
    @Test
    void failedRequestsCountForTheirOwnLimitAndForAll() {
        CellSummary failing = summary(SHOP, 80, 2);

        assertThat(((Estimate.Estimated) failing.estimate(limit("order", Metric.ERRORS, 1))).value())
                .isBetween(0.66, 0.67);
        CellVerdict verdict = Judged.judge(
                Judged.plan(
                        limit("order", Metric.ERRORS, 1),
                        Limit.implied("thresholds.yml").getFirst()),
                failing);

        // A limit on one request takes nothing from the implied one on all.
        assertThat(verdict.verdicts("order", Metric.ERRORS)).singleElement().isInstanceOf(Verdict.Passed.class);
        assertThat(verdict.verdicts(Metric.ERRORS)).singleElement().isInstanceOf(Verdict.Failed.class);
    }

    @Test
    void anotherVariantIsComparedByTheSameRequest() {
        Limit half = new Limit(
                Set.of("virtual"),
                Set.of(),
                Set.of(),
                Set.of(),
                Optional.of("order"),
                Metric.P50,
                Limit.Comparison.AT_MOST,
                new Bound.OfVariant(0.5, "webflux"),
                "<= 0.5 x webflux",
                "thresholds.yml",
                7);

        assertThat(Judged.judge(Judged.plan(half), summary(SHOP, 80, 0), summary(shop("webflux"), 170, 0))
                        .outcome())
                .isEqualTo(Outcome.PASSED);
        assertThat(Judged.judge(Judged.plan(half), summary(SHOP, 80, 0), summary(shop("webflux"), 150, 0))
                        .outcome())
                .isEqualTo(Outcome.FAILED);
    }

    private static CellVerdict judge(Limit... limits) {
        return Judged.judge(Judged.plan(limits), summary(SHOP, 80, 0));
    }

    /** Three iterations of 10 s, 100 requests each second. */
    private static CellSummary summary(Cell cell, double orderMillis, int failedOrders) {
        List<Iteration> iterations = IntStream.rangeClosed(1, 3)
                .mapToObj(number -> iteration(number, orderMillis, number == 1 ? failedOrders : 0))
                .toList();
        return Summaries.of(Cells.run(cell, iterations));
    }

    private static Iteration iteration(int number, double orderMillis, int failedOrders) {
        Phases all = Phases.empty(100, 10);
        Phases browse = Phases.empty(90, 10);
        Phases order = Phases.empty(10, 10);
        for (int k = 0; k < 1000; k++) {
            boolean isOrder = k % 10 == 0;
            Phases own = isOrder ? order : browse;
            int place = isOrder ? k / 10 : k - k / 10 - 1;
            if (isOrder && k / 10 < failedOrders) {
                all.fails(k, 1, "status 503");
                own.fails(place, 1, "status 503");
            } else {
                all.answer(k, isOrder ? orderMillis : 10);
                own.answer(place, isOrder ? orderMillis : 10);
            }
        }
        Map<String, IterationLoad> parts = new LinkedHashMap<>();
        parts.put("browse", browse.load());
        parts.put("order", order.load());
        IterationLoad load = all.load().with(parts);
        return new Iteration(number, load, Readings.of(load, NOTHING_SAMPLED), List.of(), List.of());
    }

    private static Cell shop(String variant) {
        Cell plain = Cells.cell(variant);
        Workload mix = new Workload(
                "shop",
                new Requests(
                        List.of(
                                new WeightedRequest("browse", 0.9, HttpRequest.get("/items", "ok")),
                                new WeightedRequest("order", 0.1, HttpRequest.get("/orders", "ok"))),
                        null),
                Optional.empty(),
                Duration.ZERO,
                4,
                new BackendDependency.Nothing());
        return new Cell(plain.variant(), plain.runtime(), mix, plain.load());
    }

    private static Limit limit(String request, Metric metric, double bound) {
        Unit unit = metric == Metric.ERRORS ? Unit.PERCENT : Unit.MILLISECONDS;
        return new Limit(
                Set.of(),
                Set.of(),
                Set.of(),
                Set.of(),
                request.isEmpty() ? Optional.empty() : Optional.of(request),
                metric,
                Limit.Comparison.AT_MOST,
                new Bound.Absolute(new Quantity(bound, unit)),
                "<= " + bound + " " + unit,
                "thresholds.yml",
                7);
    }
}
