package dev.loomgate.summary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loomgate.experiment.Answers;
import dev.loomgate.experiment.UnitRun;
import dev.loomgate.metric.Invalidity;
import dev.loomgate.metric.Metric;
import dev.loomgate.plan.Compared;
import dev.loomgate.plan.Side;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class EffectsTest {
    private static final Offset<Double> EXACTLY = within(1e-12);

    @Test
    void aTenthMoreIsTheLogarithmOfElevenTenths() {
        UnitEffect effect = Effects.of(UnitRuns.steady(200, 220).run(1));

        for (Metric metric : List.of(Metric.APPLICATION_CPU, Metric.ALLOCATED, Metric.P50, Metric.P95, Metric.P99)) {
            LogRatio.Known known = (LogRatio.Known) effect.shift(Compared.of(metric));
            assertThat(known.log()).isCloseTo(Math.log(1.1), EXACTLY);
            assertThat(known.baseline()).isCloseTo(200, within(1e-9));
            assertThat(known.candidate()).isCloseTo(220, within(1e-9));
        }
    }

    /** Twice as long with 6 % of the requests: the median of all of them knows hardly anything of it. */
    @Test
    void eachOfSeveralRequestsHasItsOwnRatio() {
        UnitEffect effect = Effects.of(new DrawnMix(4000, 1).slower("order", 2).unit(1));

        assertThat(((LogRatio.Known) effect.shift(Compared.of(Metric.P50, "order"))).log())
                .isCloseTo(Math.log(2), within(0.05));
        assertThat(((LogRatio.Known) effect.shift(Compared.of(Metric.P50, "browse"))).log())
                .isCloseTo(0, within(0.05));
        assertThat(((LogRatio.Known) effect.shift(Compared.of(Metric.P50))).log())
                .isCloseTo(0, within(0.05));
        assertThat(effect.shift(Compared.of(Metric.P50, "pay"))).isInstanceOf(LogRatio.Missing.class);
    }

    /** 500 instead of 1,000 req/s: the baseline answers twice as many. */
    @Test
    void halfACeilingIsTheLogarithmOfTwo() {
        UnitEffect effect =
                Effects.of(UnitRuns.interleaved(200, 200).ceilings(1000, 500).run(1));

        LogRatio.Known known = (LogRatio.Known) effect.shift(Compared.of(Metric.CEILING));
        assertThat(known.log()).isCloseTo(Math.log(2), EXACTLY);
        assertThat(known.baseline()).isCloseTo(1000, within(1e-9));
        assertThat(known.candidate()).isCloseTo(500, within(1e-9));
    }

    /** Of two phases none may be lost. */
    @Test
    void aCeilingThatMustNotCountSpoilsNothingElse() {
        UnitEffect effect = Effects.of(UnitRuns.interleaved(200, 220)
                .ceilings(1000, 500)
                .invalidCeiling("the generator lost count")
                .run(1));

        assertThat(effect.shift(Compared.of(Metric.CEILING))).isInstanceOf(LogRatio.Disturbed.class);
        assertThat(((LogRatio.Known) effect.shift(Compared.of(Metric.P50))).log())
                .isCloseTo(Math.log(1.1), EXACTLY);
    }

    @Test
    void whatFailsUnderAllThatAnArmCanAnswerIsCounted() {
        UnitRun run = UnitRuns.interleaved(200, 200).ceilings(1000, 500).run(1);

        assertThat(Effects.of(run).answers(Side.BASELINE).sent()).isEqualTo(7 * 1000 + 7 + 2 * 1000);
        assertThat(Effects.of(run).answers(Side.CANDIDATE).sent()).isEqualTo(7 * 1000 + 7 + 2 * 500);
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

    /**
     * Two of five blocks met a machine that gave its CPUs to others: what requests cost may count, how long they took
     * may not.
     */
    @Test
    void stolenTimeSpoilsTimesAndNotCosts() {
        UnitRuns runs =
                UnitRuns.steady(200, 220).disturbedSlice(1, 200, "8 % stolen").disturbedSlice(20, 200, "9 % stolen");
        UnitEffect effect = Effects.of(runs.run(1));

        assertThat(Effects.unfit(runs.run(1))).isEmpty();
        assertThat(cpu(runs)).isCloseTo(Math.log(1.1), EXACTLY);
        assertThat(effect.shift(Compared.of(Metric.ALLOCATED))).isInstanceOf(LogRatio.Known.class);
        for (Metric time : List.of(Metric.P50, Metric.P95, Metric.P99)) {
            assertThat(effect.shift(Compared.of(time)))
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
        assertThat(p95.baseline()).isCloseTo(200, within(1e-9));
        assertThat(p95.candidate()).isCloseTo(220, within(1e-9));
    }

    @Test
    void theWindowInWhichTheArmsSettleSaysNothingButWhatWasAnswered() {
        UnitRuns runs = UnitRuns.interleaved(200, 220).window(0, 200, 9000);

        assertThat(windows(runs, Metric.P50).log()).isCloseTo(Math.log(1.1), EXACTLY);
        assertThat(windows(runs, Metric.P50).candidate()).isCloseTo(220, within(1e-9));
        assertThat(Effects.of(runs.run(1)).answers(Side.CANDIDATE)).isEqualTo(new Answers(7000, 0, 0));
    }

    /** A neighbour that makes everything two to five times as slow in half of the windows meets both arms alike. */
    @Test
    void whatHitsBothArmsOfAWindowIsNoDifference() {
        UnitRuns runs = UnitRuns.interleaved(200, 220)
                .window(1, 400, 440)
                .window(3, 1000, 1100)
                .window(6, 500, 550);

        assertThat(windows(runs, Metric.APPLICATION_CPU).log()).isCloseTo(Math.log(1.1), EXACTLY);
    }

    @Test
    void oneWildWindowMovesNothing() {
        assertThat(windows(UnitRuns.interleaved(200, 220).window(4, 200, 9000), Metric.P99)
                        .log())
                .isCloseTo(Math.log(1.1), EXACTLY);
    }

    /** A fifth more in two of six windows shows with half of its size, for costs and for latencies. */
    @Test
    void whatComesAndGoesShows() {
        UnitRuns runs = UnitRuns.interleaved(200, 200).window(2, 200, 240).window(5, 200, 240);

        for (Metric metric : List.of(Metric.ALLOCATED, Metric.APPLICATION_CPU, Metric.P50, Metric.P95)) {
            assertThat(windows(runs, metric).log()).isCloseTo(Math.log(1.2) / 2, EXACTLY);
        }
    }

    /** Of slices each block of four gives one ratio: a wild slice spoils one of five. */
    @Test
    void oneWildSliceMovesNothing() {
        assertThat(cpu(UnitRuns.steady(200, 220).slice(6, 9000))).isCloseTo(Math.log(1.1), EXACTLY);
    }

    private static LogRatio.Known windows(UnitRuns runs, Metric metric) {
        return (LogRatio.Known) Effects.of(runs.run(1)).shift(Compared.of(metric));
    }

    @Test
    void whatIsWrongWithTheUnitIsToldFirst() {
        assertThat(Effects.unfit(
                        UnitRuns.steady(1, 1).invalid("jdk21: heap is 512 MiB").run(1)))
                .contains(Invalidity.instrument("jdk21: heap is 512 MiB"));
    }

    @Test
    void noRatioIsMadeFromNothing() {
        assertThat(Effects.of(UnitRuns.steady(200, 220).slice(1, 0).run(1)).shift(Compared.of(Metric.P50)))
                .isInstanceOf(LogRatio.Missing.class);
    }

    @Test
    void whatIsReadOncePerPairIsOneRatio() {
        UnitEffect effect =
                Effects.of(UnitRuns.steady(1, 1).arm(Metric.LIVE_HEAP, 40, 42).run(1));

        assertThat(((LogRatio.Known) effect.shift(Compared.of(Metric.LIVE_HEAP))).log())
                .isCloseTo(Math.log(1.05), EXACTLY);
    }

    /** An arm that never collected has 0 us of pause per request; 1 is added on both sides. */
    @Test
    void noPauseAtAllStillCompares() {
        UnitEffect effect =
                Effects.of(UnitRuns.steady(1, 1).arm(Metric.GC_PAUSE, 0, 1).run(1));

        assertThat(((LogRatio.Known) effect.shift(Compared.of(Metric.GC_PAUSE))).log())
                .isCloseTo(Math.log(2), EXACTLY);
    }

    /** A collector that works beside the application pauses it no longer, and needs CPU time all the same. */
    @Test
    void theCpuTimeOfCollectorsIsCompared() {
        UnitEffect effect =
                Effects.of(UnitRuns.steady(1, 1).arm(Metric.GC_CPU, 0, 3).run(1));

        assertThat(((LogRatio.Known) effect.shift(Compared.of(Metric.GC_CPU))).log())
                .isCloseTo(Math.log(4), EXACTLY);
    }

    @Test
    void whatWasNotReadIsMissing() {
        assertThat(Effects.of(UnitRuns.steady(1, 1).run(1)).shift(Compared.of(Metric.RSS)))
                .isEqualTo(new LogRatio.Missing("jdk21: it was not read"));
    }

    private static double cpu(UnitRuns runs) {
        return ((LogRatio.Known) Effects.of(runs.run(1)).shift(Compared.of(Metric.APPLICATION_CPU))).log();
    }
}
