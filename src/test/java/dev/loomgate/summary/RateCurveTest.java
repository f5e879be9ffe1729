package dev.loomgate.summary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.experiment.Iteration;
import dev.loomgate.experiment.Phases;
import dev.loomgate.experiment.Step;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.plan.Ramp;
import dev.loomgate.summary.RateCurve.Condition;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Conditions as DEBS table 4 has them; the server has one CPU, of which 100 % may be used. */
class RateCurveTest {
    private static final Ramp.Conditions CONDITIONS = new Ramp.Conditions(0.95, 0.8, 0.5, 0.5);

    private int number;

    @Test
    void onlyStepsThatHeldMakeTheMeanButAllAreCounted() {
        RateCurve curve =
                curve(step(500, 10, true, Map.of()), step(500, 12, true, Map.of()), step(500, 90, false, Map.of()));

        assertThat(curve.points()).singleElement().satisfies(point -> {
            assertThat(point.steps()).isEqualTo(3);
            assertThat(point.failed()).isEqualTo(1);
            assertThat(point.failedShare()).isEqualTo(1.0 / 3);
            assertThat(point.estimates().get(Metric.CPU_LOAD))
                    .isInstanceOfSatisfying(
                            Estimate.Estimated.class,
                            cpu -> assertThat(cpu.value()).isEqualTo(11));
        });
    }

    @Test
    void theBestOfSeveralRunsIsTheOneWithTheLowestMedian() {
        RateCurve curve = curve(
                Ramp.Aggregate.BEST,
                step(500, 30, true, Map.of(Metric.P50, 9.0)),
                step(500, 10, true, Map.of(Metric.P50, 7.0)),
                step(500, 5, false, Map.of(Metric.P50, 1.0)));

        assertThat(curve.points().getFirst().estimates().get(Metric.CPU_LOAD))
                .isInstanceOfSatisfying(
                        Estimate.Estimated.class, cpu -> assertThat(cpu.value()).isEqualTo(10));
    }

    @Test
    void aRateAtWhichEveryStepFailedHasNoEstimate() {
        assertThat(curve(step(500, 10, false, Map.of()))
                        .points()
                        .getFirst()
                        .estimates()
                        .get(Metric.CPU_LOAD))
                .isInstanceOf(Estimate.Missing.class);
    }

    @Test
    void ratesStandInTheirOrderAndSayHowTheServerDid() {
        RateCurve curve = curve(
                step(100, 20, true, Map.of(Metric.P50, 10.0, Metric.RSS, 100.0)),
                step(200, 40, true, Map.of(Metric.P50, 14.0, Metric.RSS, 140.0)),
                step(300, 40, true, Map.of(Metric.P50, 16.0, Metric.RSS, 100.0)),
                step(400, 40, true, Map.of(Metric.P50, 10.0, Metric.RSS, 151.0)),
                step(500, 81, true, Map.of(Metric.P50, 10.0, Metric.RSS, 100.0)),
                step(600, 81, true, Map.of(Metric.P50, 10.0, Metric.RSS, 100.0, Metric.THROUGHPUT, 569.0)));

        assertThat(curve.points())
                .extracting(RateCurve.Point::condition)
                .containsExactly(
                        Condition.NORMAL,
                        Condition.NORMAL,
                        Condition.CRITICAL,
                        Condition.CRITICAL,
                        Condition.CRITICAL,
                        Condition.OVERLOAD);
    }

    private static RateCurve curve(Iteration... steps) {
        return curve(Ramp.Aggregate.MEAN, steps);
    }

    private static RateCurve curve(Ramp.Aggregate aggregate, Iteration... steps) {
        Ramp ramp = new Ramp(
                "up",
                100,
                100,
                900,
                Duration.ofSeconds(1),
                Duration.ZERO,
                Duration.ZERO,
                3,
                0.7,
                3,
                aggregate,
                CONDITIONS);
        return RateCurve.of(Cells.run(Cells.cell("virtual"), List.of(steps)), ramp);
    }

    /** All of the rate is answered, unless said otherwise. */
    private Iteration step(int rate, double cpuLoad, boolean held, Map<Metric, Double> more) {
        Map<Metric, Reading> readings = new EnumMap<>(Metric.class);
        readings.put(Metric.THROUGHPUT, new Reading.Measured(Metric.THROUGHPUT, rate));
        readings.put(Metric.CPU_LOAD, new Reading.Measured(Metric.CPU_LOAD, cpuLoad));
        more.forEach((metric, value) -> readings.put(metric, new Reading.Measured(metric, value)));
        number++;
        return new Iteration(
                number,
                Phases.steady(10, 1, 10).load(),
                readings,
                List.of(),
                List.of(),
                Optional.of(new Step(1, rate, held, held ? "" : "1 of 10 requests failed")));
    }
}
