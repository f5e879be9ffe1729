package dev.loomgate.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loomgate.load.IterationLoad;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.metric.Reading.Measured;
import dev.loomgate.metric.Reading.Unavailable;
import dev.loomgate.sampling.CpuGroup;
import dev.loomgate.sampling.MachineUse;
import dev.loomgate.sampling.Samples;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.assertj.core.data.Percentage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReadingsTest {
    private static final Samples NOTHING =
            new Samples(Map.of(), OptionalDouble.empty(), Map.of(), Map.of(), List.of(), Machines.QUIET, List.of());

    @ParameterizedTest
    @CsvSource({"500,5,100", "500,5,1", "100,1,100", "1000,10,110", "1200,2,400", "50,1,499"})
    void throughputOfAServerThatHoldsTheRateIsTheRate(int rate, int seconds, double latencyMillis) {
        IterationLoad load = Phases.steady(rate, seconds, latencyMillis).load();

        assertThat(value(Metric.THROUGHPUT, load)).isCloseTo(rate, Percentage.withPercentage(0.5));
    }

    @ParameterizedTest
    @CsvSource({"1200,5", "1200,10", "1100,5", "3000,5", "1200,2", "1500,1"})
    void throughputOfAServerThatCannotHoldTheRateIsItsCapacity(int rate, int seconds) {
        IterationLoad load = Phases.queue(rate, seconds, 100, 100).load();

        // 100 threads / 0.1 s; the drain behind the phase answers every request and must not make it 1200
        assertThat(load.good()).isEqualTo(load.planned());
        assertThat(value(Metric.THROUGHPUT, load)).isCloseTo(1000, Percentage.withPercentage(1));
    }

    @Test
    void throughputMovesByOneAnswerWhenOneRequestRunsIntoATimeOut() {
        Phases phases = Phases.empty(1000, 5);
        for (int k = 0; k < 5000; k++) {
            phases = k == 2500 ? phases.fails(k, 60_000, "time-out") : phases.answer(k, 100);
        }

        assertThat(value(Metric.THROUGHPUT, phases.load())).isCloseTo(4899 / 4.9, within(0.5));
    }

    @Test
    void throughputOfASlowServerIsReadFromAllAnswersWhenThePhaseIsTooShortToSeeThem() {
        assertThat(value(Metric.THROUGHPUT, Phases.steady(100, 1, 1500).load())).isCloseTo(100, within(0.5));
        // one thread, 0.8 s each: 1.25 req/s
        assertThat(value(Metric.THROUGHPUT, Phases.queue(20, 1, 1, 800).load())).isCloseTo(1.25, within(0.1));
    }

    @Test
    void throughputIsNeverMoreThanWasSent() {
        for (double latency = 0.1; latency < 1000; latency *= 1.7) {
            assertThat(value(Metric.THROUGHPUT, Phases.steady(300, 2, latency).load()))
                    .isLessThanOrEqualTo(300);
        }
    }

    @Test
    void throughputCountsGoodAnswersOnly() {
        Phases phases = Phases.empty(100, 10);
        for (int k = 0; k < 1000; k++) {
            phases = k % 4 == 0 ? phases.fails(k, 1, "503") : phases.answer(k, 1);
        }

        assertThat(value(Metric.THROUGHPUT, phases.load())).isCloseTo(75, within(0.1));
        assertThat(value(Metric.ERRORS, phases.load())).isEqualTo(25);
    }

    @Test
    void throughputIsZeroWhenEveryRequestFailed() {
        assertThat(value(
                        Metric.THROUGHPUT, Phases.empty(1, 1).fails(0, 5, "503").load()))
                .isZero();
    }

    @Test
    void latencyIsReadInMilliseconds() {
        Phases phases = Phases.empty(100, 1);
        for (int k = 0; k < 100; k++) {
            phases.answer(k, k + 1);
        }
        IterationLoad load = phases.load();

        Percentage threeDigits = Percentage.withPercentage(0.1);
        assertThat(value(Metric.MIN, load)).isCloseTo(1, threeDigits);
        assertThat(value(Metric.MEAN, load)).isCloseTo(50.5, threeDigits);
        assertThat(value(Metric.P50, load)).isCloseTo(50, threeDigits);
        assertThat(value(Metric.P90, load)).isCloseTo(90, threeDigits);
        assertThat(value(Metric.P95, load)).isCloseTo(95, threeDigits);
        assertThat(value(Metric.P99, load)).isCloseTo(99, threeDigits);
        assertThat(value(Metric.P99_9, load)).isCloseTo(100, threeDigits);
        assertThat(value(Metric.MAX, load)).isCloseTo(100, threeDigits);
        assertThat(value(Metric.SERVICE_P99, load)).isCloseTo(99, threeDigits);
    }

    /** Failures at once: with them the median would be 1 ms. */
    @Test
    void percentilesAreThoseOfGoodAnswers() {
        Phases phases = Phases.empty(100, 1);
        for (int k = 0; k < 100; k++) {
            phases =
                    k < 30 ? phases.answer(k, 100) : k < 60 ? phases.fails(k, 1, "status 500") : phases.wrongBody(k, 2);
        }
        IterationLoad load = phases.load();

        Percentage threeDigits = Percentage.withPercentage(0.1);
        assertThat(value(Metric.MIN, load)).isCloseTo(100, threeDigits);
        assertThat(value(Metric.P50, load)).isCloseTo(100, threeDigits);
        assertThat(value(Metric.SERVICE_P50, load)).isCloseTo(100, threeDigits);
        assertThat(value(Metric.ERRORS, load)).isEqualTo(30);
        assertThat(value(Metric.WRONG_ANSWERS, load)).isEqualTo(40);
        assertThat(load.notGood().getTotalCount()).isEqualTo(70);
        assertThat(load.allLatencies().getTotalCount()).isEqualTo(100);
    }

    @Test
    void withoutAGoodAnswerThereIsNoPercentile() {
        IterationLoad load =
                Phases.empty(2, 1).fails(0, 1, "status 500").wrongBody(1, 1).load();

        assertThat(Readings.of(load, NOTHING).get(Metric.P99))
                .isEqualTo(new Unavailable(Metric.P99, "no answer was good"));
        assertThat(value(Metric.THROUGHPUT, load)).isZero();
        assertThat(value(Metric.ERRORS, load)).isEqualTo(50);
    }

    @Test
    void costsAreDividedByEveryAnsweredRequest() {
        Phases phases =
                Phases.empty(1, 4).answer(0, 1).answer(1, 1).fails(2, 1, "500").answer(3, 1000);
        Samples samples = samples(
                Map.of(
                        CpuGroup.APPLICATION, 8_000_000L,
                        CpuGroup.JIT, 4_000L,
                        CpuGroup.GC, 0L,
                        CpuGroup.OTHER, 391_996_000L),
                OptionalDouble.of(4 * 2048));

        Map<Metric, Reading> readings = Readings.of(phases.load(), samples);

        assertThat(number(readings.get(Metric.APPLICATION_CPU))).isCloseTo(2000, within(1e-9));
        assertThat(number(readings.get(Metric.JIT_CPU))).isCloseTo(1, within(1e-9));
        assertThat(number(readings.get(Metric.GC_CPU))).isCloseTo(0, within(1e-9));
        assertThat(number(readings.get(Metric.ALLOCATED))).isCloseTo(2, within(1e-9));
        assertThat(number(readings.get(Metric.CPU_LOAD))).isCloseTo(10, within(1e-9));
    }

    @Test
    void cpuLoadIsUnavailableRatherThanASumWithAHole() {
        Samples samples = samples(Map.of(CpuGroup.APPLICATION, 1L), OptionalDouble.empty());

        assertThat(Readings.of(Phases.steady(1, 1, 1).load(), samples).get(Metric.CPU_LOAD))
                .isInstanceOf(Unavailable.class);
    }

    @Test
    void aGaugeIsPassedOnAndAReasonToo() {
        Samples samples = new Samples(
                Map.of(CpuGroup.APPLICATION, 1L),
                OptionalDouble.empty(),
                Map.of(Metric.RSS, 123.5),
                Map.of(Metric.APPLICATION_CPU, "the engine is remote"),
                List.of(),
                Machines.QUIET,
                List.of());
        Map<Metric, Reading> readings = Readings.of(Phases.steady(1, 1, 1).load(), samples);

        assertThat(readings.get(Metric.RSS)).isEqualTo(new Measured(Metric.RSS, 123.5));
        assertThat(readings.get(Metric.APPLICATION_CPU))
                .isEqualTo(new Unavailable(Metric.APPLICATION_CPU, "the engine is remote"));
        assertThat(readings.get(Metric.HEAP_PEAK)).isInstanceOf(Unavailable.class);
    }

    @Test
    void noRequestMakesEveryMetricUnavailableAndNoneZero() {
        Samples samples = samples(
                Map.of(CpuGroup.APPLICATION, 1L, CpuGroup.JIT, 1L, CpuGroup.GC, 1L, CpuGroup.OTHER, 1L),
                OptionalDouble.of(1));

        assertThat(Readings.of(Phases.empty(10, 1).load(), samples).values())
                .allSatisfy(reading -> assertThat(reading).isInstanceOf(Unavailable.class));
    }

    /** 50 ms of JIT in a second of load are 5 % of a CPU, and 10 % of all that a server with half of one may use. */
    @Test
    void takesTheLoadOfTheJitAgainstTheCpusThatTheServerHas() {
        MachineUse half =
                new MachineUse("0,1", 2, 0.5, 1, List.of(), Duration.ZERO, Duration.ofMillis(250), Optional.empty());
        Map<CpuGroup, Long> cpu = Map.of(CpuGroup.JIT, 50_000_000L);
        IterationLoad oneSecond = Phases.steady(10, 1, 100).load();
        Samples ofOne = samples(cpu, OptionalDouble.empty());
        Samples ofHalf = new Samples(cpu, OptionalDouble.empty(), Map.of(), Map.of(), List.of(), half, List.of());
        assertThat(number(Readings.of(oneSecond, ofOne).get(Metric.JIT_LOAD))).isCloseTo(5, within(0.01));
        assertThat(number(Readings.of(oneSecond, ofHalf).get(Metric.JIT_LOAD))).isCloseTo(10, within(0.02));
    }

    @Test
    void everyMetricOfAnIterationHasAReading() {
        assertThat(Readings.of(Phases.steady(1, 1, 1).load(), NOTHING).keySet())
                .isEqualTo(EnumSet.complementOf(EnumSet.of(
                        Metric.STARTUP,
                        Metric.TIME_TO_WARM,
                        Metric.CAPACITY,
                        Metric.CEILING,
                        Metric.STACK_HEIGHT,
                        Metric.KERNEL_SHARE)));
    }

    private static Samples samples(Map<CpuGroup, Long> cpu, OptionalDouble allocated) {
        return new Samples(cpu, allocated, Map.of(), Map.of(), List.of(), Machines.QUIET, List.of());
    }

    private static double value(Metric metric, IterationLoad load) {
        return number(Readings.of(load, NOTHING).get(metric));
    }

    private static double number(@Nullable Reading reading) {
        if (reading instanceof Measured measured) {
            return measured.value();
        }
        throw new AssertionError("no number: " + reading);
    }
}
