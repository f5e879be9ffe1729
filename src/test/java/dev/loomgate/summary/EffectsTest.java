package dev.loomgate.summary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loomgate.metric.Invalidity;
import dev.loomgate.metric.Metric;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class EffectsTest {
    private static final Offset<Double> EXACTLY = within(1e-12);

    @Test
    void aTenthMoreIsTheLogarithmOfElevenTenths() {
        UnitEffect effect = Effects.of(UnitRuns.steady(200, 220).run(1));

        for (Metric metric : List.of(Metric.APPLICATION_CPU, Metric.ALLOCATED, Metric.P50, Metric.P95, Metric.P99)) {
            LogRatio.Known known = (LogRatio.Known) effect.shift(metric);
            assertThat(known.log()).isCloseTo(Math.log(1.1), EXACTLY);
            assertThat(known.baseline()).isCloseTo(200, within(1e-9));
            assertThat(known.candidate()).isCloseTo(220, within(1e-9));
        }
    }

    @Test
    void oneWildSliceMovesTheQuieterHalfByNothing() {
        assertThat(cpu(UnitRuns.steady(200, 220).slice(6, 9000))).isCloseTo(Math.log(1.1), EXACTLY);
    }

    /** Bytes in three of the candidate's ten slices are three tenths of what they would be in all (of the logarithm). */
    @Test
    void allocationThatComesAndGoesShowsByItsShare() {
        LogRatio.Known allocated = known(Metric.ALLOCATED, 2, 7, 18);

        assertThat(allocated.log()).isCloseTo(0.3 * Math.log(1.2), EXACTLY);
        assertThat(allocated.overall()).isEqualTo(allocated.log());
        assertThat(allocated.baseline()).isCloseTo(200, within(1e-9));
        assertThat(allocated.candidate()).isCloseTo(200 * Math.pow(1.2, 0.3), within(1e-9));
    }

    /** 20 % more in three of the candidate's ten slices: the quieter half of them shows nothing of it, their mean three tenths (of the logarithm). */
    @Test
    void costsThatComeAndGoShowInTheMeanOfAllSlices() {
        LogRatio.Known cpu = known(Metric.APPLICATION_CPU, 2, 7, 18);

        assertThat(cpu.log()).isCloseTo(0, EXACTLY);
        assertThat(cpu.overall()).isCloseTo(0.3 * Math.log(1.2), EXACTLY);
    }

    /** Of 100 differences between two slices 50 are nothing and 50 a fifth: the median lies in the middle. In six of ten slices it is there whole, in three it is not. */
    @Test
    void latenciesThatComeAndGoShowFromHalfOfTheSlicesOn() {
        assertThat(known(Metric.P95, 2, 7, 18).overall()).isCloseTo(0, EXACTLY);
        assertThat(known(Metric.P95, 2, 7, 10, 15, 18).overall()).isCloseTo(Math.log(1.2) / 2, EXACTLY);
        assertThat(known(Metric.P95, 2, 3, 7, 10, 15, 18).overall()).isCloseTo(Math.log(1.2), EXACTLY);
        assertThat(known(Metric.P95, 2, 7, 10, 15, 18).log()).isCloseTo(0, EXACTLY);
    }

    /** Equal arms, but for a fifth more in these slices of the candidate. */
    private static LogRatio.Known known(Metric metric, int... slices) {
        UnitRuns runs = UnitRuns.steady(200, 200);
        for (int slice : slices) {
            runs.slice(slice, 240);
        }
        return (LogRatio.Known) Effects.of(runs.run(1)).shift(metric);
    }

    /** What is in every slice, both views find alike; allocation, live heap and the like are seen in one way. */
    @Test
    void bothViewsOfASteadyChangeAgree() {
        UnitEffect effect = Effects.of(
                UnitRuns.steady(200, 220).arm(Metric.LIVE_HEAP, 40, 42).run(1));

        for (Metric metric : List.of(Metric.APPLICATION_CPU, Metric.P50, Metric.ALLOCATED, Metric.LIVE_HEAP)) {
            LogRatio.Known known = (LogRatio.Known) effect.shift(metric);
            assertThat(known.overall()).isCloseTo(known.log(), EXACTLY);
        }
    }

    /** Slices 2 and 3 of each block are the candidate's; the machine was up to 60 % slower in them, 37 % in the mean, which its generator shows. A twentieth of that stays. */
    @Test
    void aMachineThatSlowsOneArmIsNoDifference() {
        assertThat(cpu(UnitRuns.steady(200, 220).speed(100, 130, 160, 110)))
                .isCloseTo(Math.log(1.1), Offset.offset(0.02));
    }

    /** Slice 6 is the candidate's second of block 2: its block is left out with it, for both arms. */
    @Test
    void anInvalidSliceTakesItsWholeBlockWithIt() {
        UnitRuns runs = UnitRuns.steady(200, 220)
                .invalidSlice(6, 9000, "8 % stolen")
                .slice(5, 7000)
                .slice(7, 7000)
                .slice(8, 7000);

        assertThat(cpu(runs)).isCloseTo(Math.log(1.1), EXACTLY);
        assertThat(Effects.unfit(runs.run(1))).isEmpty();
    }

    @Test
    void twoOfFiveBlocksAreTooManyToLose() {
        UnitRuns runs =
                UnitRuns.steady(200, 220).invalidSlice(1, 200, "8 % stolen").invalidSlice(20, 200, "9 % stolen");

        assertThat(Effects.unfit(runs.run(1))).hasValueSatisfying(why -> {
            assertThat(why.kind()).isEqualTo(Invalidity.Kind.INSTRUMENT);
            assertThat(why.sentence()).contains("2 of 5 blocks", "8 % stolen", "9 % stolen");
        });
    }

    /** Two of five blocks met a machine that gave its CPUs to others: what requests cost may count, how long they took may not. */
    @Test
    void stolenTimeSpoilsTimesAndNotCosts() {
        UnitRuns runs =
                UnitRuns.steady(200, 220).disturbedSlice(1, 200, "8 % stolen").disturbedSlice(20, 200, "9 % stolen");
        UnitEffect effect = Effects.of(runs.run(1));

        assertThat(Effects.unfit(runs.run(1))).isEmpty();
        assertThat(cpu(runs)).isCloseTo(Math.log(1.1), EXACTLY);
        assertThat(effect.shift(Metric.ALLOCATED)).isInstanceOf(LogRatio.Known.class);
        for (Metric time : List.of(Metric.P50, Metric.P95, Metric.P99)) {
            assertThat(effect.shift(time))
                    .isInstanceOfSatisfying(
                            LogRatio.Disturbed.class,
                            disturbed -> assertThat(disturbed.reason())
                                    .contains("2 of 5 blocks", "8 % stolen", "9 % stolen"));
        }
    }

    @Test
    void eachWindowOfInterleavedArmsHasItsRatio() {
        LogRatio.Known p95 = windows(UnitRuns.interleaved(200, 220), Metric.P95);

        assertThat(p95.log()).isCloseTo(Math.log(1.1), EXACTLY);
        assertThat(p95.overall()).isCloseTo(Math.log(1.1), EXACTLY);
        assertThat(p95.baseline()).isCloseTo(200, within(1e-9));
        assertThat(p95.candidate()).isCloseTo(220, within(1e-9));
    }

    /** A neighbour that makes everything two to five times as slow in half of the windows meets both arms alike. */
    @Test
    void whatHitsBothArmsOfAWindowIsNoDifference() {
        UnitRuns runs = UnitRuns.interleaved(200, 220)
                .window(1, 400, 440)
                .window(3, 1000, 1100)
                .window(6, 500, 550);

        assertThat(windows(runs, Metric.APPLICATION_CPU).log()).isCloseTo(Math.log(1.1), EXACTLY);
        assertThat(windows(runs, Metric.APPLICATION_CPU).overall()).isCloseTo(Math.log(1.1), EXACTLY);
    }

    /** A fifth more in two of six windows: the mean of the windows shows a third of it (of the logarithm), for costs and for latencies. */
    @Test
    void whatComesAndGoesShowsInTheMeanOfTheWindows() {
        UnitRuns runs = UnitRuns.interleaved(200, 200).window(2, 200, 240).window(5, 200, 240);

        for (Metric metric : List.of(Metric.APPLICATION_CPU, Metric.P50, Metric.P95)) {
            assertThat(windows(runs, metric).overall()).isCloseTo(Math.log(1.2) / 3, EXACTLY);
        }
    }

    private static LogRatio.Known windows(UnitRuns runs, Metric metric) {
        return (LogRatio.Known) Effects.of(runs.run(1)).shift(metric);
    }

    @Test
    void whatIsWrongWithTheUnitIsToldFirst() {
        assertThat(Effects.unfit(
                        UnitRuns.steady(1, 1).invalid("jdk21: heap is 512 MiB").run(1)))
                .contains(Invalidity.instrument("jdk21: heap is 512 MiB"));
    }

    @Test
    void noRatioIsMadeFromNothing() {
        assertThat(Effects.of(UnitRuns.steady(200, 220).slice(1, 0).run(1)).shift(Metric.P50))
                .isInstanceOf(LogRatio.Missing.class);
    }

    @Test
    void whatIsReadOncePerPairIsOneRatio() {
        UnitEffect effect =
                Effects.of(UnitRuns.steady(1, 1).arm(Metric.LIVE_HEAP, 40, 42).run(1));

        assertThat(((LogRatio.Known) effect.shift(Metric.LIVE_HEAP)).log()).isCloseTo(Math.log(1.05), EXACTLY);
    }

    /** An arm that never collected has 0 us of pause per request; 1 is added on both sides. */
    @Test
    void noPauseAtAllStillCompares() {
        UnitEffect effect =
                Effects.of(UnitRuns.steady(1, 1).arm(Metric.GC_PAUSE, 0, 1).run(1));

        assertThat(((LogRatio.Known) effect.shift(Metric.GC_PAUSE)).log()).isCloseTo(Math.log(2), EXACTLY);
    }

    @Test
    void whatWasNotReadIsMissing() {
        assertThat(Effects.of(UnitRuns.steady(1, 1).run(1)).shift(Metric.RSS))
                .isEqualTo(new LogRatio.Missing("jdk21: it was not read"));
    }

    private static double cpu(UnitRuns runs) {
        return ((LogRatio.Known) Effects.of(runs.run(1)).shift(Metric.APPLICATION_CPU)).log();
    }
}
