package dev.loomgate.summary;

import static dev.loomgate.summary.Cells.cell;
import static dev.loomgate.summary.Cells.iteration;
import static dev.loomgate.summary.Cells.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loomgate.experiment.Iteration;
import dev.loomgate.experiment.Machines;
import dev.loomgate.experiment.Phases;
import dev.loomgate.experiment.Readings;
import dev.loomgate.load.IterationLoad;
import dev.loomgate.metric.Invalidity;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.sampling.Samples;
import dev.loomgate.summary.Estimate.Estimated;
import dev.loomgate.summary.Estimate.Missing;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SummariesTest {
    private static final Percentage THREE_DIGITS = Percentage.withPercentage(0.1);

    @Test
    void percentilesAreReadFromTheMergedHistogramAndNotAveraged() {
        // 1000 answers of 10 ms and 100 of 500 ms: the p90 of all is 10 ms, the p95 of all 500 ms; averages would say
        // 255 ms
        CellSummary summary = summary(Phases.steady(1000, 1, 10), Phases.steady(100, 1, 500));

        assertThat(estimated(summary, Metric.P90).value()).isCloseTo(10, THREE_DIGITS);
        assertThat(estimated(summary, Metric.P95).value()).isCloseTo(500, THREE_DIGITS);
        assertThat(estimated(summary, Metric.SERVICE_P50).value()).isCloseTo(10, THREE_DIGITS);
        assertThat(estimated(summary, Metric.MEAN).value()).isCloseTo((1000 * 10 + 100 * 500) / 1100.0, THREE_DIGITS);
    }

    @Test
    void mergingLeavesTheIterationsAsTheyWere() {
        IterationLoad first = Phases.steady(1000, 1, 10).load();
        Summaries.of(run(
                cell("virtual"),
                List.of(read(1, first), read(2, Phases.steady(1000, 1, 20).load()))));

        assertThat(first.latency().getTotalCount()).isEqualTo(1000);
    }

    @Test
    void extremesAreThoseOfAllIterations() {
        CellSummary summary = summary(Phases.steady(10, 1, 7), Phases.steady(10, 1, 3), Phases.steady(10, 1, 5));

        assertThat(estimated(summary, Metric.MIN).value()).isCloseTo(3, THREE_DIGITS);
        assertThat(estimated(summary, Metric.MAX).value()).isCloseTo(7, THREE_DIGITS);
        assertThat(estimated(summary, Metric.MAX)).satisfies(SummariesTest::hasNoWidth);
    }

    @Test
    void errorsArePooledOverRequestsAndCountedExactly() {
        Phases small = Phases.empty(100, 1);
        IntStream.range(0, 99).forEach(k -> small.answer(k, 1));
        CellSummary summary = summary(small.fails(99, 1, "503"), Phases.steady(900, 1, 1));

        Estimated errors = estimated(summary, Metric.ERRORS);
        assertThat(errors.value()).isCloseTo(0.1, within(1e-12));
        assertThat(errors).satisfies(SummariesTest::hasNoWidth);
        assertThat(errors.values()).containsExactly(1.0, 0.0);
    }

    @Test
    void sharesSayWhatWasCounted() {
        CellSummary summary = summary(
                Phases.empty(4, 1)
                        .answer(0, 1)
                        .wrongBody(1, 1)
                        .fails(2, 1, "status 503")
                        .wrongBody(3, 1),
                Phases.steady(6, 1, 1));

        assertThat(estimated(summary, Metric.ERRORS).counted()).isEqualTo("1 of 10 requests failed (1 × status 503)");
        assertThat(estimated(summary, Metric.WRONG_ANSWERS).value()).isCloseTo(20, within(1e-9));
        assertThat(estimated(summary, Metric.WRONG_ANSWERS).counted())
                .isEqualTo("2 of 10 requests were answered with a good status and a wrong body, the first with"
                        + " 'another' instead of a match of 'ok'");
    }

    /**
     * No machine makes a server answer with another status. A request without an answer may have been the machine's: of
     * the first 100 it is left out.
     */
    @Test
    void whatAServerAnswersInAnInvalidIterationCounts() {
        Phases disturbed = Phases.empty(100, 1);
        IntStream.range(0, 96).forEach(k -> disturbed.answer(k, 1));
        IntStream.range(96, 99).forEach(k -> disturbed.fails(k, 1, "status 503"));
        disturbed.fails(99, 1, "Request timeout");
        Iteration invalid =
                new Iteration(1, disturbed.load(), Map.of(), List.of(Invalidity.machine("6 % stolen")), List.of());

        Estimated errors = estimated(
                Summaries.of(run(
                        cell("virtual"),
                        List.of(invalid, read(2, Phases.steady(100, 1, 1).load())))),
                Metric.ERRORS);

        assertThat(errors.value()).isCloseTo(100 * 3 / 199.0, within(1e-12));
        assertThat(errors.values()).containsExactly(100 * 3 / 99.0, 0.0);
        assertThat(errors.counted()).isEqualTo("3 of 199 requests failed (3 × status 503)");
    }

    @Test
    void whatGotNoAnswerInAnInvalidIterationDoesNot() {
        Phases disturbed = Phases.steady(100, 1, 1).fails(100, 1, "Request timeout");
        Iteration invalid =
                new Iteration(1, disturbed.load(), Map.of(), List.of(Invalidity.machine("late")), List.of());

        assertThat(estimated(Summaries.of(run(cell("virtual"), List.of(invalid))), Metric.ERRORS))
                .isEqualTo(new Estimated(Metric.ERRORS, 0, 0, 0, List.of(0.0)));
    }

    @Test
    void noFailureIsExactlyZeroPercentEvenInOneIteration() {
        assertThat(estimated(summary(Phases.steady(900, 1, 1)), Metric.ERRORS))
                .isEqualTo(new Estimated(Metric.ERRORS, 0, 0, 0, List.of(0.0)));
    }

    @ParameterizedTest
    @EnumSource(names = {"LIVE_HEAP", "RSS", "THREADS_LIVE", "THREADS_DAEMON", "THREADS_PEAK"})
    void aLeakShowsAsTheHighestValue(Metric metric) {
        assertThat(ofValues(metric, 50, 90, 130))
                .isEqualTo(new Estimated(metric, 130, 130, 130, List.of(50.0, 90.0, 130.0)));
    }

    @Test
    void costsAreTheMeanWithStudentsIntervalOnLogarithms() {
        Estimated cpu = (Estimated) ofValues(Metric.APPLICATION_CPU, 100, 110, 121);

        // logarithms are equally spaced by ln 1.1, so their standard deviation is ln 1.1 and their mean ln 110
        double reach = 4.303 * Math.log(1.1) / Math.sqrt(3);
        assertThat(cpu.value()).isCloseTo(331 / 3.0, within(1e-9));
        assertThat(cpu.low()).isCloseTo(110 * Math.exp(-reach), within(0.02));
        assertThat(cpu.high()).isCloseTo(110 * Math.exp(reach), within(0.02));
        assertThat(cpu.values()).containsExactly(100.0, 110.0, 121.0);
    }

    @Test
    void oneIterationLeavesTheSpreadUnknown() {
        assertThat(ofValues(Metric.APPLICATION_CPU, 100))
                .isEqualTo(new Estimated(Metric.APPLICATION_CPU, 100, 0, Double.POSITIVE_INFINITY, List.of(100.0)));
    }

    @Test
    void theIntervalHoldsTheMergedCentreEvenWhereIterationsAgree() {
        // both iterations have a p50 of 10 ms by their readings, the merged histograms say 20 ms
        Iteration one = iteration(1, Phases.steady(10, 1, 20).load(), Map.of(Metric.P50, 10.0));
        Iteration two = iteration(2, Phases.steady(10, 1, 20).load(), Map.of(Metric.P50, 10.0));
        Estimated p50 = estimated(Summaries.of(run(cell("virtual"), List.of(one, two))), Metric.P50);

        assertThat(p50.low()).isEqualTo(10);
        assertThat(p50.high()).isCloseTo(20, THREE_DIGITS);
    }

    @Test
    void invalidIterationsDoNotCount() {
        Iteration bad = new Iteration(
                1,
                Phases.steady(10, 1, 900).load(),
                Map.of(Metric.GC_COUNT, new Reading.Measured(Metric.GC_COUNT, 99)),
                List.of(Invalidity.machine("late")),
                List.of());
        CellSummary summary = Summaries.of(run(
                cell("virtual"),
                List.of(bad, iteration(2, Map.of(Metric.GC_COUNT, 4.0)), iteration(3, Map.of(Metric.GC_COUNT, 4.0)))));

        assertThat(summary.estimate(Metric.GC_COUNT))
                .isEqualTo(new Estimated(Metric.GC_COUNT, 4, 4, 4, List.of(4.0, 4.0)));
    }

    @Test
    void aMetricThatOneIterationLacksIsMissingWithTheReason() {
        Iteration without = new Iteration(
                2,
                Phases.steady(10, 1, 10).load(),
                Map.of(Metric.RSS, new Reading.Unavailable(Metric.RSS, "no rights")),
                List.of(),
                List.of());
        CellSummary summary =
                Summaries.of(run(cell("virtual"), List.of(iteration(1, Map.of(Metric.RSS, 100.0)), without)));

        assertThat(summary.estimate(Metric.RSS)).isEqualTo(new Missing(Metric.RSS, "iteration 2: no rights"));
    }

    @Test
    void withoutAValidIterationEverythingButAnswersIsMissing() {
        CellSummary summary = Summaries.of(run(cell("virtual"), List.of(Cells.invalid(1, "late"))));

        assertThat(summary.estimates().values())
                .filteredOn(each -> each.metric() != Metric.WRONG_ANSWERS && each.metric() != Metric.ERRORS)
                .allSatisfy(each -> assertThat(each).isInstanceOf(Missing.class));
        assertThat(estimated(summary, Metric.WRONG_ANSWERS).value()).isZero();
        assertThat(estimated(summary, Metric.ERRORS).value()).isZero();
    }

    @Test
    void oneBootIsOneObservation() {
        Map<Metric, Reading> trial = Map.of(
                Metric.STARTUP, new Reading.Measured(Metric.STARTUP, 3000),
                Metric.TIME_TO_WARM, new Reading.Unavailable(Metric.TIME_TO_WARM, "never quiet"));
        CellSummary summary = Summaries.of(run(cell("virtual"), List.of(), trial, Optional.empty(), List.of()));

        assertThat(summary.estimate(Metric.STARTUP))
                .isEqualTo(new Estimated(Metric.STARTUP, 3000, 0, Double.POSITIVE_INFINITY, List.of(3000.0)));
        assertThat(summary.estimate(Metric.TIME_TO_WARM)).isEqualTo(new Missing(Metric.TIME_TO_WARM, "never quiet"));
    }

    private static CellSummary summary(Phases... phases) {
        List<Iteration> iterations = IntStream.range(0, phases.length)
                .mapToObj(i -> read(i + 1, phases[i].load()))
                .toList();
        return Summaries.of(run(cell("virtual"), iterations));
    }

    private static Iteration read(int number, IterationLoad load) {
        Samples nothing =
                new Samples(Map.of(), OptionalDouble.empty(), Map.of(), Map.of(), List.of(), Machines.QUIET, List.of());
        return new Iteration(number, load, Readings.of(load, nothing), List.of(), List.of());
    }

    private static Estimate ofValues(Metric metric, double... values) {
        List<Iteration> iterations = DoubleStream.of(values)
                .mapToObj(value -> iteration(1, Map.of(metric, value)))
                .toList();
        return Summaries.of(run(cell("virtual"), iterations)).estimate(metric);
    }

    private static Estimated estimated(CellSummary summary, Metric metric) {
        return (Estimated) summary.estimate(metric);
    }

    private static void hasNoWidth(Estimated estimated) {
        assertThat(estimated.low()).isEqualTo(estimated.value()).isEqualTo(estimated.high());
    }
}
