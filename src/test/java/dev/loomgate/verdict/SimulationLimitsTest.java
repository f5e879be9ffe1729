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
import dev.loomgate.plan.GatlingSimulation;
import dev.loomgate.plan.Limit;
import dev.loomgate.plan.LoadProfile;
import dev.loomgate.plan.Workload;
import dev.loomgate.sampling.Samples;
import dev.loomgate.summary.Cells;
import dev.loomgate.summary.Summaries;
import dev.loomgate.verdict.CellVerdict.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A simulation alone knows what it sends: here a request {@code order}, each answered after 10 ms. */
class SimulationLimitsTest {
    private static final Samples NOTHING_SAMPLED =
            new Samples(Map.of(), OptionalDouble.empty(), Map.of(), Map.of(), List.of(), Machines.QUIET, List.of());

    @Test
    void aRequestThatWasSentIsHeldAgainstItsLimit() {
        CellVerdict verdict = judge(limit("order", 20), Map.of());

        assertThat(verdict.outcome()).isEqualTo(Outcome.PASSED);
        assertThat(verdict.verdicts("order", Metric.P99)).singleElement().isInstanceOf(Verdict.Passed.class);
        assertThat(judge(limit("order", 5), Map.of()).outcome()).isEqualTo(Outcome.FAILED);
    }

    @Test
    void aLimitOnARequestThatWasNeverSentIsRed() {
        CellVerdict verdict = judge(limit("ordr", 20), Map.of());

        assertThat(verdict.outcome()).isEqualTo(Outcome.INVALID);
        assertThat(verdict.reasons())
                .containsExactly(
                        "the limit on p99 of ordr (thresholds.yml:7) is on a request that the simulation did not"
                                + " send; it sent order");
        assertThat(GateRules.of(Judged.plan(limit("ordr", 20)), verdict).failures())
                .isNotEmpty();
    }

    /** One error in 1,000 requests is less than any limit on errors that somebody would write. */
    @Test
    void itsOwnAssertionsDecide() {
        CellVerdict verdict = judge(limit("order", 20), Map.of(IterationLoad.ASSERTION_FAILED, 1L));

        assertThat(verdict.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(verdict.reasons())
                .containsExactly("iteration 1: the simulation's own assertions did not hold; see Gatling's report");
    }

    private static CellVerdict judge(Limit limit, Map<String, Long> errorsOfTheFirst) {
        Cell plain = Cells.cell("virtual");
        Workload simulation = new Workload(
                "shop",
                new GatlingSimulation("com.acme.Shop", null, List.of(), Duration.ofSeconds(60)),
                Optional.empty(),
                Duration.ZERO,
                0,
                new BackendDependency.Nothing());
        Cell cell = new Cell(plain.variant(), plain.runtime(), simulation, new LoadProfile.Simulated());
        List<Iteration> iterations = IntStream.rangeClosed(1, 3)
                .mapToObj(number -> iteration(number, number == 1 ? errorsOfTheFirst : Map.of()))
                .toList();
        return Judged.judge(Judged.plan(limit), Summaries.of(Cells.run(cell, iterations)));
    }

    private static Iteration iteration(int number, Map<String, Long> errors) {
        Phases order = Phases.empty(100, 10);
        int place = 0;
        for (String kind : errors.keySet()) {
            order.fails(place++, 1, kind);
        }
        while (place < 1000) {
            order.answer(place++, 10);
        }
        IterationLoad load = order.load().with(Map.of("order", order.load()));
        return new Iteration(number, load, Readings.of(load, NOTHING_SAMPLED), List.of(), List.of());
    }

    private static Limit limit(String request, double millis) {
        return new Limit(
                Set.of(),
                Set.of(),
                Set.of(),
                Set.of(),
                Optional.of(request),
                Metric.P99,
                Limit.Comparison.AT_MOST,
                new Bound.Absolute(new Quantity(millis, Unit.MILLISECONDS)),
                "<= " + millis + " ms",
                "thresholds.yml",
                7);
    }
}
