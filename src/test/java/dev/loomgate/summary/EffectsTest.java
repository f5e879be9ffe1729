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
            LogRatio.Known known = (LogRatio.Known) effect.logRatio(Compared.of(metric));
            assertThat(known.log()).isCloseTo(Math.log(1.1), EXACTLY);
            assertThat(known.baseline()).isCloseTo(200, within(1e-9));
            assertThat(known.candidate()).isCloseTo(220, within(1e-9));
        }
    }

    /** Twice as long with 6 % of the requests: the median of all of them knows hardly anything of it. */
    @Test
    void eachOfSeveralRequestsHasItsOwnRatio() {
        UnitEffect effect = Effects.of(new DrawnMix(4000, 1).slower("order", 2).unit(1));

        assertThat(((LogRatio.Known) effect.logRatio(Compared.of(Metric.P50, "order"))).log())
                .isCloseTo(Math.log(2), within(0.05));
        assertThat(((LogRatio.Known) effect.logRatio(Compared.of(Metric.P50, "browse"))).log())
                .isCloseTo(0, within(0.05));
        assertThat(((LogRatio.Known) effect.logRatio(Compared.of(Metric.P50))).log())
                .isCloseTo(0, within(0.05));
        assertThat(effect.logRatio(Compared.of(Metric.P50, "pay"))).isInstanceOf(LogRatio.Missing.class);
    }

    /** 500 instead of 1,000 req/s: the baseline answers twice as many. */
    @Test
    void halfACeilingIsTheLogarithmOfTwo() {
        UnitEffect effect =
                Effects.of(UnitRuns.interleaved(200, 200).ceilings(1000, 500).run(1));

        LogRatio.Known known = (LogRatio.Known) effect.logRatio(Compared.of(Metric.CEILING));
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

        assertThat(effect.logRatio(Compared.of(Metric.CEILING))).isInstanceOf(LogRatio.Disturbed.class);
        assertThat(((LogRatio.Known) effect.logRatio(Compared.of(Metric.P50))).log())
                .isCloseTo(Math.log(1.1), EXACTLY);
    }

    @Test
    void whatFailsUnderAllThatAnArmCanAnswerIsCounted() {
        UnitRun run = UnitRuns.interleaved(200, 200).ceilings(1000, 500).run(1);

        assertThat(Effects.of(run).answers(Side.BASELINE).sent()).isEqualTo(7 * 1000 + 7 + 2 * 1000);
        assertThat(Effects.of(run).answers(Side.CANDIDATE).sent()).isEqualTo(7 * 1000 + 7 + 2 * 500);
    }

    /** The mean of the baseline would be another with its 7,000 of that window. */
    @Test
    void anInvalidSliceTakesItsWholeWindowWithIt() {
        UnitRuns runs =
                UnitRuns.steady(200, 220).window(2, 7000, 7000).invalidSlice(2, 9000, "the generator lost count");

        assertThat(((LogRatio.Known) Effects.of(runs.run(1)).logRatio(Compared.of(Metric.P50))).baseline())
                .isCloseTo(200, within(1e-9));

        assertThat(cpu(runs)).isCloseTo(Math.log(1.1), EXACTLY);
        assertThat(Effects.unfit(runs.run(1))).isEmpty();
    }

    @Test
    void twoOfFiveWindowsAreTooManyToLose() {
        UnitRuns runs =
                UnitRuns.steady(200, 220).invalidSlice(1, 200, "no requests").invalidSlice(5, 200, "lost count");

        assertThat(Effects.unfit(runs.run(1))).hasValueSatisfying(why -> {
            assertThat(why.kind()).isEqualTo(Invalidity.Kind.INSTRUMENT);
            assertThat(why.sentence()).contains("2 of 5 windows", "no requests", "lost count");
        });
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

    /** By hand: six logarithms, three of them 0.1 above the others, have a variance of 6 x 0.0025 / 5. */
    @Test
    void windowsTellHowMuchTheirCentreScatters() {
        double more = 200 * Math.exp(0.1);
        UnitRuns runs = UnitRuns.interleaved(200, 200)
                .window(1, 200, more)
                .window(2, 200, more)
                .window(3, 200, more);

        assertThat(windows(runs, Metric.P50).scatter())
                .hasValueCloseTo(Math.sqrt(0.003 / 6 * Math.PI / 3), Offset.offset(1e-9));
        assertThat(((LogRatio.Known) Effects.of(UnitRuns.steady(1, 1)
                                        .arm(Metric.LIVE_HEAP, 40, 42)
                                        .run(1))
                                .logRatio(Compared.of(Metric.LIVE_HEAP)))
                        .scatter())
                .as("of what is read once")
                .isEmpty();
    }

    private static LogRatio.Known windows(UnitRuns runs, Metric metric) {
        return (LogRatio.Known) Effects.of(runs.run(1)).logRatio(Compared.of(metric));
    }

    @Test
    void whatIsWrongWithTheUnitIsToldFirst() {
        assertThat(Effects.unfit(
                        UnitRuns.steady(1, 1).invalid("jdk21: heap is 512 MiB").run(1)))
                .contains(Invalidity.instrument("jdk21: heap is 512 MiB"));
    }

    @Test
    void noRatioIsMadeFromNothing() {
        assertThat(Effects.of(UnitRuns.steady(200, 220).window(1, 0, 220).run(1))
                        .logRatio(Compared.of(Metric.P50)))
                .isInstanceOf(LogRatio.Missing.class);
    }

    @Test
    void whatIsReadOncePerPairIsOneRatio() {
        UnitEffect effect =
                Effects.of(UnitRuns.steady(1, 1).arm(Metric.LIVE_HEAP, 40, 42).run(1));

        assertThat(((LogRatio.Known) effect.logRatio(Compared.of(Metric.LIVE_HEAP))).log())
                .isCloseTo(Math.log(1.05), EXACTLY);
    }

    /** An arm that never collected has 0 us of pause per request; 1 is added on both sides. */
    @Test
    void noPauseAtAllStillCompares() {
        UnitEffect effect =
                Effects.of(UnitRuns.steady(1, 1).arm(Metric.GC_PAUSE, 0, 1).run(1));

        assertThat(((LogRatio.Known) effect.logRatio(Compared.of(Metric.GC_PAUSE))).log())
                .isCloseTo(Math.log(2), EXACTLY);
    }

    /** A collector that works beside the application pauses it no longer, and needs CPU time all the same. */
    @Test
    void theCpuTimeOfCollectorsIsCompared() {
        UnitEffect effect =
                Effects.of(UnitRuns.steady(1, 1).arm(Metric.GC_CPU, 0, 3).run(1));

        assertThat(((LogRatio.Known) effect.logRatio(Compared.of(Metric.GC_CPU))).log())
                .isCloseTo(Math.log(4), EXACTLY);
    }

    @Test
    void whatWasNotReadIsMissing() {
        assertThat(Effects.of(UnitRuns.steady(1, 1).run(1)).logRatio(Compared.of(Metric.RSS)))
                .isEqualTo(new LogRatio.Missing("jdk21: it was not read"));
    }

    private static double cpu(UnitRuns runs) {
        return ((LogRatio.Known) Effects.of(runs.run(1)).logRatio(Compared.of(Metric.APPLICATION_CPU))).log();
    }
}
