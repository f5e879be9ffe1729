package dev.loomgate.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loomgate.experiment.Answers;
import dev.loomgate.experiment.UnitRun;
import dev.loomgate.metric.Metric;
import dev.loomgate.plan.Claim;
import dev.loomgate.plan.DuelPlans;
import dev.loomgate.plan.LoadProfile;
import dev.loomgate.plan.PairedCell;
import dev.loomgate.plan.Relation;
import dev.loomgate.plan.Side;
import dev.loomgate.summary.CellSummary;
import dev.loomgate.summary.Cells;
import dev.loomgate.summary.UnitRuns;
import dev.loomgate.verdict.ClaimVerdict.Outcome;
import dev.loomgate.verdict.ClaimVerdict.RelationVerdict;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two servers whose p99 is known in every round. */
class ClaimJudgeTest {
    private static final double ANYTHING = Double.POSITIVE_INFINITY;
    private static final double JIT_SHARE = 0.1;
    private static final PairedCell VIRTUAL_AND_WEBFLUX = DuelPlans.pair("virtual", "webflux", "io", 1000);
    private static final List<String> OTHERS = List.of("json", "compute", "matmul", "mixed", "pinned");
    private static final Relation CEILING = new Relation(
            Metric.CEILING,
            "io",
            new LoadProfile.Constant(500),
            "virtual",
            Optional.of("webflux"),
            0,
            1,
            0.03,
            OptionalDouble.empty());

    @Test
    void holdsWhenTheWholeIntervalIsWhereTheClaimHasIt() {
        RelationVerdict verdict = judge(below(1), round(100, 110), round(100, 111), round(100, 109));

        assertThat(verdict.outcome()).isEqualTo(Outcome.HOLDS);
        assertThat(verdict.value()).isCloseTo(1 / 1.1, within(1e-3));
        assertThat(verdict.low()).isLessThan(verdict.value());
        assertThat(verdict.high()).isBetween(verdict.value(), 1.0);
        assertThat(verdict.rounds()).isEqualTo(3);
    }

    @Test
    void failsWhenNoneOfItIs() {
        assertThat(judge(below(1), round(110, 100), round(111, 100), round(109, 100))
                        .outcome())
                .isEqualTo(Outcome.FAILS);
    }

    @Test
    void isUndecidedWhenRoundsDisagree() {
        assertThat(judge(below(1), round(110, 100), round(90, 100), round(95, 100))
                        .outcome())
                .isEqualTo(Outcome.UNDECIDED);
    }

    /**
     * Two rounds a and b have the mean m and an interval of 12.7 standard errors: known from any table of Student's t.
     */
    @Test
    void theIntervalIsStudents() {
        RelationVerdict verdict = judge(below(1), round(1, Math.exp(0.1)), round(1, Math.exp(0.3)));

        assertThat(Math.log(verdict.value())).isCloseTo(-0.2, within(1e-9));
        assertThat(Math.log(verdict.low())).isCloseTo(-0.2 - 12.706 * 0.1, within(1e-3));
        assertThat(Math.log(verdict.high())).isCloseTo(-0.2 + 12.706 * 0.1, within(1e-3));
    }

    @Test
    void oneRoundDecidesNothing() {
        assertThat(judge(below(1), round(1, 100)).outcome()).isEqualTo(Outcome.UNDECIDED);
    }

    @Test
    void equalValuesAreSimilarAndNotBelow() {
        Relation similar = relation(Optional.of("webflux"), 0.95, 1.05);
        Relation notBelow = relation(Optional.of("webflux"), 0.97, ANYTHING);

        assertThat(judge(similar, round(100, 100), round(102, 101)).outcome()).isEqualTo(Outcome.UNDECIDED);
        assertThat(judge(similar, round(100, 100), round(100, 100.1), round(100.1, 100))
                        .outcome())
                .isEqualTo(Outcome.HOLDS);
        assertThat(judge(notBelow, round(100, 100), round(100, 100.1), round(100.1, 100))
                        .outcome())
                .isEqualTo(Outcome.HOLDS);
    }

    @Test
    void whatIsLookedAtAloneIsHeldAgainstItsBound() {
        Relation alone = relation(Optional.empty(), 0, 105);

        assertThat(judge(alone, round(100, 1), round(101, 1), round(100, 1)).outcome())
                .isEqualTo(Outcome.HOLDS);
        assertThat(judge(alone, round(120, 1), round(121, 1), round(120, 1)).outcome())
                .isEqualTo(Outcome.FAILS);
    }

    /** A server that collected nothing has a share of 0, for which there is no logarithm. */
    @Test
    void nothingIsLessThanHalfOfSomething() {
        RelationVerdict verdict = judge(below(0.5), round(0, 5), round(0, 6), round(0, 7));

        assertThat(verdict.outcome()).isEqualTo(Outcome.HOLDS);
        assertThat(verdict.value()).isZero();
        assertThat(verdict.high()).isZero();
    }

    /**
     * At both ends r of the interval, virtual - r webflux is as far from 0 as Student's t allows: 4.303 standard errors
     * in three rounds.
     */
    @Test
    void withAZeroTheIntervalIsThatOfTheRatioOfMeans() {
        double[] virtual = {0, 3, 3.5};
        double[] webflux = {10, 12, 11};
        RelationVerdict verdict = judge(below(0.5), round(0, 10), round(3, 12), round(3.5, 11));

        assertThat(verdict.value()).isCloseTo(6.5 / 33, within(1e-9));
        assertThat(standardErrorsFromZero(virtual, webflux, verdict.high())).isCloseTo(-4.303, within(1e-3));
        assertThat(verdict.low()).isZero();
        assertThat(verdict.outcome()).isEqualTo(Outcome.UNDECIDED);
    }

    @Test
    void aShareOfNothingIsNoRatio() {
        RelationVerdict verdict = judge(below(0.5), round(3, 0), round(4, 0), round(5, 0));

        assertThat(verdict.outcome()).isEqualTo(Outcome.UNDECIDED);
        assertThat(verdict.reason()).contains("there is no ratio");
    }

    /** What may be 0 itself bounds no share, however small the other is. */
    @Test
    void aShareOfWhatMayBeNothingIsUndecided() {
        assertThat(judge(below(0.5), round(0, 1), round(0, 0), round(0, 30)).outcome())
                .isEqualTo(Outcome.UNDECIDED);
    }

    private static double standardErrorsFromZero(double[] of, double[] over, double ratio) {
        double mean = 0;
        for (int i = 0; i < of.length; i++) {
            mean += (of[i] - ratio * over[i]) / of.length;
        }
        double squares = 0;
        for (int i = 0; i < of.length; i++) {
            squares += Math.pow(of[i] - ratio * over[i] - mean, 2);
        }
        return mean / Math.sqrt(squares / (of.length - 1) / of.length);
    }

    @Test
    void aPairSaysWhatItsFirstVariantIsOfTheOther() {
        RelationVerdict verdict = ofPairs(below(1), pair(100, 110), pair(100, 111), pair(100, 109));

        assertThat(verdict.outcome()).isEqualTo(Outcome.HOLDS);
        assertThat(verdict.value()).isCloseTo(1 / 1.1, within(1e-3));
        assertThat(verdict.rounds()).isEqualTo(3);
    }

    @Test
    void aPairAnswersForEitherOfItsVariants() {
        Relation webfluxBelowVirtual = new Relation(
                Metric.P99,
                "io",
                new LoadProfile.Constant(500),
                "webflux",
                Optional.of("virtual"),
                0,
                1,
                0,
                OptionalDouble.empty());

        RelationVerdict verdict = ofPairs(webfluxBelowVirtual, pair(100, 110), pair(100, 111), pair(100, 109));

        assertThat(verdict.outcome()).isEqualTo(Outcome.FAILS);
        assertThat(verdict.value()).isCloseTo(1.1, within(1e-3));
    }

    /** More is better here, and all the same the ratio is that of the first variant to the other. */
    @Test
    void aCeilingIsReadOffThePhasesThatSaturate() {
        UnitRun unit = UnitRuns.interleaved(1, 1)
                .of(VIRTUAL_AND_WEBFLUX)
                .ceilings(900, 1000)
                .run(1);
        RelationVerdict verdict = ofPairs(CEILING, unit, unit);

        assertThat(verdict.value()).isCloseTo(0.9, within(1e-9));
        assertThat(verdict.outcome()).isEqualTo(Outcome.HOLDS);
    }

    /** What was not brought to its end answers more: that matters but where the ratio would only be clearer. */
    @ParameterizedTest
    @CsvSource({
        "virtual, 900, 1000, UNDECIDED",
        "webflux, 900, 1000, HOLDS",
        "webflux, 1000, 1000, UNDECIDED",
        "webflux, 1100, 1000, UNDECIDED",
        "nobody,  1000, 1000, ALIKE",
        "nobody,  1100, 1000, FAILS",
    })
    void aCeilingThatMayBeHigherDecidesOnlyWhatItWouldMakeClearer(
            String notAtItsEnd, double ofVirtual, double ofWebflux, Outcome expected) {
        UnitRun unit = notAtItsEnd(notAtItsEnd, ofVirtual, ofWebflux);

        assertThat(ofPairs(CEILING, unit, unit).outcome()).isEqualTo(expected);
    }

    /** Else of noise around 1 only what is below it would be left, and the relation could do nothing but hold. */
    @Test
    void noUnitIsLeftOutBecauseOfItsRatio() {
        UnitRun below = notAtItsEnd("webflux", 900, 1000);
        UnitRun above = notAtItsEnd("webflux", 1200, 1000);

        assertThat(ofPairs(CEILING, below, below, above, above).outcome()).isEqualTo(Outcome.UNDECIDED);
    }

    /** The first phase does not count. 500 us for each of 1,000 requests a second are half of the time, 99 hardly a tenth. */
    @Test
    void tellsWhatMayHaveKeptAServerFromAnsweringMore() {
        UnitRun settling =
                ceilings().saturated(0, Side.BASELINE, Metric.JIT_LOAD, 90).run(1);
        UnitRun busy = ceilings()
                .saturated(1, Side.BASELINE, Metric.JIT_LOAD, 60)
                .saturated(2, Side.BASELINE, Metric.JIT_LOAD, 8)
                .run(2);
        UnitRun paused = ceilings()
                .saturated(1, Side.BASELINE, Metric.JIT_LOAD, 20)
                .saturated(2, Side.BASELINE, Metric.JIT_LOAD, 20)
                .saturated(1, Side.CANDIDATE, Metric.GC_PAUSE, 500)
                .saturated(2, Side.CANDIDATE, Metric.GC_PAUSE, 300)
                .saturated(1, Side.BASELINE, Metric.GC_PAUSE, 99)
                .saturated(2, Side.BASELINE, Metric.GC_PAUSE, 99)
                .run(3);

        assertThat(ofPairs(CEILING, settling, busy, paused).doubts())
                .containsExactly(
                        "virtual: in 2 of 3 rounds its JIT used up to 34 % of its CPUs: it may answer more when it is warm",
                        "webflux: in 1 of 3 rounds its collector paused it for up to 40 % of the time: it may answer more"
                                + " with a larger heap");
        assertThat(ofPairs(CEILING, settling, settling).doubts()).isEmpty();
    }

    /** Its windows are those of any claim: what the JIT does there is told by the unit. */
    @Test
    void ofOtherMetricsNothingIsTold() {
        UnitRun busy =
                ceilings().saturated(1, Side.BASELINE, Metric.JIT_LOAD, 34).run(1);

        assertThat(ofPairs(below(1), busy, busy).doubts()).isEmpty();
    }

    private static UnitRuns ceilings() {
        return UnitRuns.interleaved(1, 1).of(VIRTUAL_AND_WEBFLUX).ceilings(1000, 1000);
    }

    private static UnitRun notAtItsEnd(String variant, double ofVirtual, double ofWebflux) {
        UnitRuns units = UnitRuns.interleaved(1, 1).of(VIRTUAL_AND_WEBFLUX).ceilings(ofVirtual, ofWebflux);
        for (Side side : Side.values()) {
            if (VIRTUAL_AND_WEBFLUX.arm(side).variant().name().equals(variant)) {
                units.unreached(side);
            }
        }
        return units.run(1);
    }

    /**
     * By hand: the logarithms of six windows are 0.1 and -0.1 in turn, with a variance of 6 x 0.01 / 5 = 0.012, so that
     * a round is expected to vary by 0.012 / 6 x pi / 3 = 0.002094. It counts as two rounds more, and two that agree
     * have 3 degrees of freedom: 3.182 in Student's table.
     */
    @Test
    void whatWindowsScatterByCountsWhereRoundsAreFew() {
        RelationVerdict verdict = ofPairs(below(1), windowsOf(0.1), windowsOf(0.1));

        assertThat(verdict.value()).isCloseTo(1, within(1e-9));
        assertThat(Math.log(verdict.high())).isCloseTo(3.182 * Math.sqrt(2 * 0.002094 / 3 / 2), within(1e-4));
        assertThat(Math.log(verdict.low())).isCloseTo(-Math.log(verdict.high()), within(1e-9));
    }

    /** Windows that are all the same let expect no scatter; the standard error of 0.1 and 0.3 is 0.1. */
    @Test
    void roundsThatDifferByMoreThanTheirWindowsTellThemselves() {
        RelationVerdict verdict = ofPairs(below(1), pair(1, Math.exp(0.1)), pair(1, Math.exp(0.3)));

        assertThat(Math.log(verdict.value())).isCloseTo(-0.2, within(1e-9));
        assertThat(Math.log(verdict.high())).isCloseTo(-0.2 + 3.182 * 0.1, within(1e-3));
    }

    /** A 95 % interval may miss 50 of 1,000 equal servers. Six windows that differ by 0.1 let expect boots that differ by 0.04. */
    @Test
    void theIntervalOfTwoRoundsMissesSeldom() {
        SplittableRandom random = new SplittableRandom(1);

        assertThat(missed(random, 0))
                .as("boots that differ by their windows only")
                .isLessThan(30);
        assertThat(missed(random, 0.04))
                .as("boots that differ by as much again, which no window tells: 55 of 1,000, a little more than may be")
                .isLessThan(60);
    }

    /** How many of 1,000 pairs of equal servers seem to differ. */
    private static long missed(SplittableRandom random, double ofBoots) {
        return IntStream.range(0, 1000)
                .mapToObj(pair -> ofPairs(below(1), drawn(random, ofBoots), drawn(random, ofBoots)))
                .filter(verdict -> verdict.low() > 1 || verdict.high() < 1)
                .count();
    }

    private static UnitRun drawn(SplittableRandom random, double ofBoots) {
        double boot = ofBoots * random.nextGaussian();
        UnitRuns unit = UnitRuns.interleaved(1, 1).of(VIRTUAL_AND_WEBFLUX);
        for (int window = 1; window <= 6; window++) {
            unit.window(window, 1, Math.exp(boot + 0.1 * random.nextGaussian()));
        }
        return unit.run(1);
    }

    /**
     * What is read once: two rounds may show the same by chance. Five other pairs whose rounds differ by 0.1 each have a
     * variance of 0.005, which counts as two of three degrees of freedom; at these the mean of two rounds reaches 3.182
     * times a standard deviation, by the root of 2.
     */
    @Test
    void whatIsReadOnceIsExpectedToScatterAsOnOtherPairs() {
        List<ClaimJudge.Round> rounds = List.of(once(1), once(Math.exp(0.1)));
        Relation rss = at500(Metric.RSS, Optional.of("webflux"), 1);

        RelationVerdict verdict = judged(rss, rounds, OTHERS);

        assertThat(verdict.value()).isEqualTo(2);
        assertThat(Math.log(verdict.high() / 2)).isCloseTo(3.182 * Math.sqrt(0.005 * 2 / 3 / 2), within(1e-3));
    }

    /** Four pairs are too few to expect anything by. */
    @Test
    void ofTooFewOtherPairsNothingIsExpected() {
        List<ClaimJudge.Round> rounds = Stream.of(once(1), once(Math.exp(0.1)))
                .map(round -> new ClaimJudge.Round(List.of(), round.pairs().subList(0, 5)))
                .toList();

        RelationVerdict verdict = judged(at500(Metric.RSS, Optional.of("webflux"), 1), rounds, OTHERS);

        assertThat(verdict.high()).as("both rounds are the same").isEqualTo(verdict.low());
    }

    /** No claim asks for the memory of one of them, so that it came behind others on their servers. */
    @Test
    void whatShowsWhatOthersHaveLeftIsNoOther() {
        List<ClaimJudge.Round> rounds = List.of(once(1), once(Math.exp(0.1)));

        RelationVerdict verdict = judged(at500(Metric.RSS, Optional.of("webflux"), 1), rounds, OTHERS.subList(0, 4));

        assertThat(verdict.high()).as("both rounds are the same").isEqualTo(verdict.low());
    }

    /** Six pairs of twice three servers, of which two pairs say what the third must be: four are too few. */
    @Test
    void ofThreeServersTwoRatiosTellTheThird() {
        List<ClaimJudge.Round> rounds = Stream.of(1.0, Math.exp(0.1))
                .map(ofOthers -> new ClaimJudge.Round(
                        List.of(),
                        Stream.concat(
                                        Stream.of(rss("virtual", "webflux", "io", 2, 1)),
                                        Stream.of("json", "compute")
                                                .flatMap(workload -> Stream.of(
                                                        rss("virtual", "webflux", workload, 1, ofOthers),
                                                        rss("virtual", "platform-unlimited", workload, 1, ofOthers),
                                                        rss("platform-unlimited", "webflux", workload, 1, 1))))
                                .toList()))
                .toList();
        List<Relation> asked = Stream.of("json", "compute")
                .flatMap(workload -> Stream.of(
                        rssBelow("virtual", "webflux", workload),
                        rssBelow("virtual", "platform-unlimited", workload),
                        rssBelow("platform-unlimited", "webflux", workload)))
                .toList();

        RelationVerdict verdict = judgedAmong(rssBelow("virtual", "webflux", "io"), rounds, asked);

        assertThat(verdict.high()).as("both rounds are the same").isEqualTo(verdict.low());
    }

    /** Twice as much of virtual as of webflux; and five other pairs. */
    private static ClaimJudge.Round once(double ofOthers) {
        return new ClaimJudge.Round(
                List.of(),
                Stream.concat(
                                Stream.of(rss("virtual", "webflux", "io", 2, 1)),
                                OTHERS.stream().map(workload -> rss("virtual", "webflux", workload, 1, ofOthers)))
                        .toList());
    }

    private static UnitRun rss(String baseline, String candidate, String workload, double one, double other) {
        return UnitRuns.interleaved(1, 1)
                .of(DuelPlans.pair(baseline, candidate, workload, 1000))
                .arm(Metric.RSS, one, other)
                .run(1);
    }

    private static Relation rssBelow(String of, String over, String workload) {
        return new Relation(
                Metric.RSS,
                workload,
                new LoadProfile.Constant(500),
                of,
                Optional.of(over),
                0,
                1,
                0,
                OptionalDouble.empty());
    }

    /** The logarithms of their ratios are that much above 0 and below it, in turn. */
    private static UnitRun windowsOf(double log) {
        UnitRuns unit = UnitRuns.interleaved(1, 1).of(VIRTUAL_AND_WEBFLUX);
        for (int window = 1; window <= 6; window++) {
            unit.window(window, 1, Math.exp(window % 2 == 0 ? log : -log));
        }
        return unit.run(1);
    }

    @Test
    void whatNoPairTellsIsReadOffCells() {
        ClaimJudge.Round round = new ClaimJudge.Round(
                List.of(
                        Judged.summary(Cells.cell("virtual"), Judged.estimate(Metric.HEAP_PEAK, 50, 50, 50)),
                        Judged.summary(Cells.cell("webflux"), Judged.estimate(Metric.HEAP_PEAK, 80, 80, 80))),
                List.of(pair(1, 2)));

        assertThat(judged(at500(Metric.HEAP_PEAK, Optional.of("webflux"), 1), List.of(round, round))
                        .value())
                .isCloseTo(50 / 80.0, within(1e-9));
    }

    @Test
    void aCellThatIsInvalidAsAWholeDoesNotCount() {
        CellSummary changed = Judged.summary(
                Cells.run(
                        Cells.cell("virtual"),
                        List.of(Cells.iteration(1, Map.of())),
                        Map.of(),
                        Optional.empty(),
                        List.of("its settings have changed")),
                Judged.estimate(Metric.RSS, 50, 50, 50));

        assertThat(judge(at500(Metric.RSS, Optional.empty(), 80), List.of(changed), List.of(changed))
                        .reason())
                .contains("its settings have changed");
    }

    /**
     * A share of 0.4 of 240 samples has a standard error of the root of 0.4 x 0.6 / 240, 0.0316 or 7.9 % of it; a ratio
     * of two 11.2 %. It counts as two rounds more, and two that agree have 3 degrees of freedom: 3.182 in Student's table.
     */
    @Test
    void theShareOfARecordingIsExpectedToScatterAsItsSamplesTell() {
        UnitRun unit = UnitRuns.interleaved(1, 1)
                .of(VIRTUAL_AND_WEBFLUX)
                .recorded(0.4, 240)
                .run(1);

        RelationVerdict verdict = ofPairs(at500(Metric.KERNEL_SHARE, Optional.of("webflux"), 1), unit, unit);

        assertThat(verdict.value()).isEqualTo(1);
        assertThat(Math.log(verdict.high())).isCloseTo(3.182 * Math.sqrt(2 * 0.0125 / 3 / 2), within(1e-3));
        assertThat(verdict.outcome()).isEqualTo(Outcome.UNDECIDED);
    }

    /** What a server did is a result: rounds in which it did not do it don't make up for it. */
    @Test
    void aServerThatFailedInOneRoundLeavesWhatIsAskedOfCellsUndecided() {
        List<CellSummary> dead = List.of(
                summary("virtual", 100),
                Judged.summary(
                        Cells.run(Cells.cell("webflux"), List.of(), Map.of(), Optional.of("it died"), List.of()),
                        Judged.estimate(Metric.P99, 100, 100, 100)));
        List<CellSummary> wrong = List.of(
                Judged.summary(
                        Cells.cell("virtual"),
                        Judged.estimate(Metric.P99, 100, 100, 100),
                        Judged.estimate(Metric.WRONG_ANSWERS, 1, 1, 1)),
                summary("webflux", 110));

        RelationVerdict verdict = judge(below(1), round(100, 110), round(100, 110), dead);

        assertThat(verdict.outcome()).isEqualTo(Outcome.UNDECIDED);
        assertThat(verdict.reason()).isEqualTo(Cells.cell("webflux").displayName() + ": it died");
        assertThat(verdict.serverFailed()).isTrue();
        assertThat(judge(below(1), round(100, 110), round(100, 110), wrong).reason())
                .contains("did other work than was claimed of");
        assertThat(judge(below(1), round(100, 110), round(100, 110), List.of()).outcome())
                .as("a round that was not measured is none")
                .isEqualTo(Outcome.HOLDS);
    }

    @Test
    void whatIsReadOnceOfEachServerIsARatioOfThePair() {
        UnitRun unit = UnitRuns.interleaved(1, 1)
                .of(VIRTUAL_AND_WEBFLUX)
                .arm(Metric.THREADS_PEAK, 50, 80)
                .run(1);

        RelationVerdict verdict = ofPairs(at500(Metric.THREADS_PEAK, Optional.of("webflux"), 1), unit, unit);

        assertThat(verdict.value()).isCloseTo(50 / 80.0, within(1e-9));
        assertThat(verdict.outcome()).isEqualTo(Outcome.HOLDS);
    }

    /** Fifteen and seventeen threads in two rounds: Student's interval of two values is 16 ± 12.7. */
    @Test
    void aBoundOnOneVariantIsHeldAgainstItsSideOfAPair() {
        Relation flat = at500(Metric.THREADS_PEAK, Optional.empty(), 80);

        RelationVerdict verdict = ofPairs(flat, threads(15), threads(17));

        assertThat(verdict.outcome()).isEqualTo(Outcome.HOLDS);
        assertThat(verdict.value()).isEqualTo(16);
        assertThat(verdict.high()).isCloseTo(16 + 12.706, within(1e-3));
        assertThat(ofPairs(flat, threads(15)).outcome()).as("of one round").isEqualTo(Outcome.UNDECIDED);
    }

    /** Of three servers each is in two pairs: where one of these must not count, the other tells. */
    @Test
    void aBoundOnOneVariantIsReadOffThePairThatCounts() {
        Relation flat = at500(Metric.THREADS_PEAK, Optional.empty(), 80);
        UnitRun unfit = UnitRuns.interleaved(1, 1)
                .of(VIRTUAL_AND_WEBFLUX)
                .arm(Metric.THREADS_PEAK, 99, 99)
                .invalid("the generator broke")
                .run(1);
        ClaimJudge.Round round = new ClaimJudge.Round(List.of(), List.of(unfit, threads(15)));

        assertThat(judged(flat, List.of(round, round)).value()).isEqualTo(15);
        assertThat(ofPairs(flat, unfit, unfit).reason()).contains("was not fit to be judged: the generator broke");
    }

    /** It failed beside one of two others: it did so in that round. */
    @Test
    void aServerThatFailedInOneRoundLeavesABoundUndecided() {
        ClaimJudge.Round failed = new ClaimJudge.Round(List.of(), List.of(threads(15), overloaded(Side.BASELINE)));
        ClaimJudge.Round sound = new ClaimJudge.Round(List.of(), List.of(threads(15)));

        RelationVerdict verdict =
                judged(at500(Metric.THREADS_PEAK, Optional.empty(), 80), List.of(sound, sound, failed));

        assertThat(verdict.outcome()).isEqualTo(Outcome.UNDECIDED);
        assertThat(verdict.reason()).endsWith("it can't hold 1000 req/s of io");
    }

    /** That webflux failed is no result of virtual, and takes away the round that was read beside it. */
    @Test
    void anotherServerThatFailedTakesAwayItsRoundOnly() {
        RelationVerdict verdict = ofPairs(
                at500(Metric.THREADS_PEAK, Optional.empty(), 80), threads(15), threads(15), overloaded(Side.CANDIDATE));

        assertThat(verdict.outcome()).isEqualTo(Outcome.HOLDS);
        assertThat(verdict.rounds()).isEqualTo(2);
    }

    private static UnitRun overloaded(Side side) {
        return UnitRuns.interleaved(1, 1)
                .of(VIRTUAL_AND_WEBFLUX)
                .arm(Metric.THREADS_PEAK, 15, 15)
                .failed(side, "it can't hold 1000 req/s of io")
                .run(1);
    }

    /**
     * Fifteen threads in both rounds are not known exactly. Five other servers whose rounds differ by 0.1, and one that
     * is the same, have a variance of 5 x 0.005 / 6; it counts as two of three degrees of freedom.
     */
    @Test
    void aBoundOnOneVariantIsExpectedToScatterAsOnOtherServers() {
        Relation flat = at500(Metric.THREADS_PEAK, Optional.empty(), 80);

        RelationVerdict verdict = judged(flat, List.of(threadsOf(1), threadsOf(Math.exp(0.1))), OTHERS);

        assertThat(verdict.value()).isCloseTo(15, within(1e-9));
        assertThat(Math.log(verdict.high() / 15)).isCloseTo(3.182 * Math.sqrt(0.025 / 6 * 2 / 3 / 2), within(1e-3));
        assertThat(verdict.outcome()).isEqualTo(Outcome.HOLDS);
    }

    /** Fifteen of virtual, 300 of webflux on io; and five other servers; of the five beside those nothing was read. */
    private static ClaimJudge.Round threadsOf(double others) {
        return new ClaimJudge.Round(
                List.of(),
                Stream.concat(
                                Stream.of(threads(15)),
                                OTHERS.stream()
                                        .map(workload -> UnitRuns.interleaved(1, 1)
                                                .of(DuelPlans.pair("virtual", "webflux", workload, 1000))
                                                .arm(Metric.THREADS_PEAK, others, 0)
                                                .run(1)))
                        .toList());
    }

    /** In turns each had 1000 req/s. */
    @Test
    void aBoundIsNotHeldAgainstAnotherRate() {
        UnitRun inTurns = UnitRuns.steady(1, 1)
                .of(VIRTUAL_AND_WEBFLUX)
                .arm(Metric.THREADS_PEAK, 15, 15)
                .run(1);

        assertThat(ofPairs(at500(Metric.THREADS_PEAK, Optional.empty(), 80), inTurns, inTurns)
                        .reason())
                .endsWith("left its servers no room: name io below 'in-turn'");
    }

    private static UnitRun threads(double ofVirtual) {
        return UnitRuns.interleaved(1, 1)
                .of(VIRTUAL_AND_WEBFLUX)
                .arm(Metric.THREADS_PEAK, ofVirtual, 300)
                .run(1);
    }

    /** Of virtual on io, at most so much. */
    private static Relation at500(Metric metric, Optional<String> over, double high) {
        return new Relation(
                metric, "io", new LoadProfile.Constant(500), "virtual", over, 0, high, 0, OptionalDouble.empty());
    }

    @Test
    void onePairDecidesNothing() {
        assertThat(ofPairs(below(1), pair(1, 100)).outcome()).isEqualTo(Outcome.UNDECIDED);
    }

    @Test
    void aPairThatMustNotCountSaysWhy() {
        UnitRun unfit = UnitRuns.interleaved(100, 110)
                .of(VIRTUAL_AND_WEBFLUX)
                .invalid("the generator broke")
                .run(1);
        UnitRun wrong = UnitRuns.interleaved(100, 110)
                .of(VIRTUAL_AND_WEBFLUX)
                .answers(new Answers(1000, 0, 0), new Answers(1000, 0, 3))
                .run(1);

        assertThat(ofPairs(below(1), unfit, unfit).reason()).contains("was not fit to be judged: the generator broke");
        assertThat(ofPairs(below(1), wrong, wrong).reason()).endsWith("did other work than was claimed of");
        assertThat(ofPairs(below(1), unfit, pair(1, 2), pair(1, 2)).rounds()).isEqualTo(2);
    }

    /** What a server did is a result: rounds in which it did not do it don't make up for it. */
    @Test
    void aServerThatFailedInOneRoundLeavesItUndecided() {
        UnitRun overloaded = UnitRuns.interleaved(1, 2)
                .of(VIRTUAL_AND_WEBFLUX)
                .failed(Side.BASELINE, "it can't hold 1000 req/s of io")
                .run(3);
        UnitRun wrong = UnitRuns.interleaved(1, 2)
                .of(VIRTUAL_AND_WEBFLUX)
                .answers(new Answers(1000, 0, 1), new Answers(1000, 0, 0))
                .run(3);

        RelationVerdict verdict = ofPairs(below(1), pair(1, 2), pair(1, 2), overloaded);

        assertThat(verdict.outcome()).isEqualTo(Outcome.UNDECIDED);
        assertThat(verdict.serverFailed()).isTrue();
        assertThat(verdict.reason())
                .endsWith(": " + VIRTUAL_AND_WEBFLUX.baseline().label() + ": it can't hold 1000 req/s of io");
        assertThat(ofPairs(below(1), pair(1, 2), pair(1, 2), wrong).outcome()).isEqualTo(Outcome.UNDECIDED);
    }

    @Test
    void tellsThatATimeIsOneOfAQueue() {
        UnitRun quiet = UnitRuns.interleaved(1, 2)
                .of(VIRTUAL_AND_WEBFLUX)
                .busy(Side.BASELINE, 0.84)
                .run(1);
        UnitRun busy = UnitRuns.interleaved(1, 2)
                .of(VIRTUAL_AND_WEBFLUX)
                .busy(Side.BASELINE, 0.86)
                .busy(Side.CANDIDATE, 0.5)
                .run(2);

        assertThat(ofPairs(below(1), quiet, busy).doubts())
                .containsExactly("virtual: in 1 of 2 rounds it used more than 85 % of its CPU at 1000 req/s of io: its"
                        + " latencies show a queue; lower the rate");
        assertThat(ofPairs(at500(Metric.APPLICATION_CPU, Optional.of("webflux"), 1), quiet, busy)
                        .doubts())
                .as("what a request costs is no time that it took")
                .isEmpty();
    }

    /** In turns each arm gets the whole rate, which here is twice what the claim asks for. */
    @Test
    void aPairThatHadNoRoomSaysWhatToWrite() {
        UnitRun inTurns = UnitRuns.steady(100, 110).of(VIRTUAL_AND_WEBFLUX).run(1);

        RelationVerdict verdict = ofPairs(below(1), inTurns, inTurns);

        assertThat(verdict.outcome()).isEqualTo(Outcome.UNDECIDED);
        assertThat(verdict.reason()).endsWith("left its servers no room: name io below 'in-turn'");
    }

    /** Users in turns: each server has all of them. More is better, and the ratio is that of the first to the other. */
    @Test
    void whatIsAnsweredToUsersIsReadOffSlices() {
        Relation relation = new Relation(
                Metric.THROUGHPUT,
                "io",
                new LoadProfile.Closed(64),
                "virtual",
                Optional.of("webflux"),
                0.95,
                1.05,
                0,
                OptionalDouble.empty());
        PairedCell users = new PairedCell(
                VIRTUAL_AND_WEBFLUX.baseline(),
                VIRTUAL_AND_WEBFLUX.candidate(),
                VIRTUAL_AND_WEBFLUX.workload(),
                new LoadProfile.Closed(64),
                Optional.of("users ask as soon as they are answered"));
        UnitRun unit = UnitRuns.steady(800, 1000).of(users).run(1);

        assertThat(ofPairs(relation, unit, unit).value()).isCloseTo(0.8, within(1e-9));
        assertThat(ofPairs(relation, unit, unit).outcome()).isEqualTo(Outcome.FAILS);
        assertThat(ofPairs(below(1), unit, unit).reason()).contains("was not measured");
    }

    /** One search has narrow ends on its boot, and says nothing of the next. */
    @Test
    void aCapacityOfOneBootDecidesNothing() {
        assertThat(judge(capacityBelow(1), capacities(100, 110, 200, 210)).outcome())
                .isEqualTo(Outcome.UNDECIDED);
    }

    /** Boots that agree say no more than a search can: it stops between a rate that held and one that did not. */
    @Test
    void theIntervalOfACapacityIsNeverNarrowerThanWhatASearchLeavesOpen() {
        RelationVerdict verdict =
                judge(capacityBelow(1), capacities(100, 110, 200, 220), capacities(100, 110, 200, 220));

        assertThat(verdict.outcome()).isEqualTo(Outcome.HOLDS);
        assertThat(verdict.low()).isCloseTo(100.0 / 220, within(1e-9));
        assertThat(verdict.high()).isCloseTo(110.0 / 200, within(1e-9));
    }

    /** The upper ends are e^-0.1 and e^-0.3: Student's, as for any other metric. */
    @Test
    void theIntervalOfACapacityIsAsWideAsBootsDiffer() {
        RelationVerdict verdict = judge(
                capacityBelow(1),
                capacities(50, 100 * Math.exp(-0.1), 100, 200),
                capacities(50, 100 * Math.exp(-0.3), 100, 200));

        assertThat(verdict.outcome()).isEqualTo(Outcome.UNDECIDED);
        assertThat(verdict.low()).isCloseTo(50.0 / 200, within(1e-9));
        assertThat(Math.log(verdict.high())).isCloseTo(-0.2 + 12.706 * 0.1, within(1e-3));
    }

    /** It never failed, so where it ends is unknown. */
    @Test
    void aCapacityThatWasNotReachedHasNoUpperEnd() {
        double never = Double.POSITIVE_INFINITY;
        RelationVerdict verdict =
                judge(capacityBelow(1), capacities(100, never, 200, 220), capacities(100, never, 200, 220));

        assertThat(verdict.outcome()).isEqualTo(Outcome.UNDECIDED);
        assertThat(verdict.low()).isCloseTo(100.0 / 220, within(1e-9));
        assertThat(verdict.high()).isInfinite();
    }

    @ParameterizedTest
    @CsvSource({
        "100.0, 100.2, ALIKE",
        "100.0, 101.0, ALIKE",
        "102.0, 100.0, ALIKE",
        "100.0, 104.0, HOLDS",
        "104.0, 100.0, FAILS"
    })
    void whatDiffersByLessThanTheMarginIsAlikeHoweverSureTheDifferenceIs(
            double virtual, double webflux, Outcome outcome) {
        List<CellSummary> round = round(virtual, webflux);

        assertThat(judge(order(0.03), round, round, round).outcome()).isEqualTo(outcome);
    }

    /** To both sides of 1 by 1 %, and by 12.7 standard errors of 2 % to each: it may be much more than 3 %. */
    @Test
    void whatMayDifferByMoreThanTheMarginIsUndecided() {
        assertThat(judge(order(0.03), round(100, 101), round(101, 100)).outcome())
                .isEqualTo(Outcome.UNDECIDED);
    }

    @Test
    void aClaimIsAlikeWhenARelationIsAndNoneIsUndecidedOrFails() {
        List<List<CellSummary>> rounds = List.of(round(100, 101), round(100, 101), round(100, 101));

        assertThat(claim(rounds, below(1), order(0.03))).isEqualTo(Outcome.ALIKE);
        assertThat(claim(rounds, order(0.03), relation(Optional.of("quarkus"), 0, 1)))
                .isEqualTo(Outcome.UNDECIDED);
        assertThat(claim(rounds, order(0.03), relation(Optional.of("webflux"), 1, ANYTHING)))
                .isEqualTo(Outcome.FAILS);
    }

    @Test
    void aClaimThatCanNotBePutIsNotAsked() {
        Claim claim = new Claim("LUND-1", "", "", "", "", "needs 8 CPUs", List.of());

        assertThat(ClaimJudge.judge(List.of(claim), List.of(), 3, JIT_SHARE)
                        .getFirst()
                        .outcome())
                .isEqualTo(Outcome.NOT_ASKED);
    }

    @ParameterizedTest
    @CsvSource({"0.80, true", "0.95, false", "1.20, true"})
    void saysWhetherWhatTheStudyFoundCanBeTrueHere(double study, boolean excluded) {
        Relation relation = new Relation(
                Metric.P99,
                "io",
                new LoadProfile.Constant(500),
                "virtual",
                Optional.of("webflux"),
                0,
                1,
                0,
                OptionalDouble.of(study));

        assertThat(judge(relation, round(94, 100), round(95, 100), round(96, 100))
                        .excludesTheStudy())
                .isEqualTo(excluded);
        assertThat(judge(relation, List.of()).excludesTheStudy()).isFalse();
    }

    @Test
    void capacitiesWhoseOrderChangesFromBootToBootAreUndecided() {
        assertThat(judge(capacityBelow(1), capacities(100, 110, 200, 210), capacities(200, 210, 100, 110))
                        .outcome())
                .isEqualTo(Outcome.UNDECIDED);
        assertThat(judge(capacityBelow(1), capacities(200, 210, 100, 110), capacities(200, 205, 100, 110))
                        .outcome())
                .isEqualTo(Outcome.FAILS);
    }

    @Test
    void aCellThatWasNotMeasuredLeavesTheRelationUndecidedWithTheReason() {
        RelationVerdict verdict = judge(below(1), List.of(summary("virtual", 100)));

        assertThat(verdict.outcome()).isEqualTo(Outcome.UNDECIDED);
        assertThat(verdict.reason()).isEqualTo("webflux was not measured on io");
    }

    /** Of a run that was cut off: that round 2 was not reached says nothing, what was wrong in round 1 does. */
    @Test
    void theReasonIsThatOfTheFirstRound() {
        RelationVerdict verdict = judge(below(1), List.of(summary("virtual", 100)), List.of());

        assertThat(verdict.reason()).isEqualTo("webflux was not measured on io");
    }

    @Test
    void aClaimHoldsWhenAllItsRelationsDoAndFailsWhenOneDoes() {
        List<List<CellSummary>> rounds = List.of(round(100, 110), round(100, 111), round(100, 109));
        Relation fails = relation(Optional.of("webflux"), 1, ANYTHING);

        assertThat(claim(rounds, below(1), below(1))).isEqualTo(Outcome.HOLDS);
        assertThat(claim(rounds, below(1), fails)).isEqualTo(Outcome.FAILS);
        assertThat(claim(rounds, below(1), relation(Optional.of("quarkus"), 0, 1)))
                .isEqualTo(Outcome.UNDECIDED);
    }

    private static Outcome claim(List<List<CellSummary>> rounds, Relation... relations) {
        return ClaimJudge.judge(
                        List.of(new Claim("LUND-1", "", "", "", "", "", List.of(relations))),
                        ofCells(rounds),
                        3,
                        JIT_SHARE)
                .getFirst()
                .outcome();
    }

    @SafeVarargs
    @SuppressWarnings("varargs") // only read
    private static RelationVerdict judge(Relation relation, List<CellSummary>... rounds) {
        return judged(relation, ofCells(List.of(rounds)));
    }

    private static RelationVerdict ofPairs(Relation relation, UnitRun... units) {
        return judged(
                relation,
                Stream.of(units)
                        .map(unit -> new ClaimJudge.Round(List.of(), List.of(unit)))
                        .toList());
    }

    private static RelationVerdict judged(Relation relation, List<ClaimJudge.Round> rounds) {
        return judgedAmong(relation, rounds, List.of());
    }

    /** @param others workloads on which a claim asks the same, so that they came first on their servers, too */
    private static RelationVerdict judged(Relation relation, List<ClaimJudge.Round> rounds, List<String> others) {
        return judgedAmong(
                relation,
                rounds,
                others.stream()
                        .map(workload -> new Relation(
                                relation.metric(),
                                workload,
                                relation.load(),
                                relation.of(),
                                relation.over(),
                                relation.low(),
                                relation.high(),
                                relation.alike(),
                                relation.study()))
                        .toList());
    }

    private static RelationVerdict judgedAmong(
            Relation relation, List<ClaimJudge.Round> rounds, List<Relation> others) {
        List<Relation> all = Stream.concat(Stream.of(relation), others.stream()).toList();
        return ClaimJudge.judge(List.of(new Claim("LUND-1", "", "", "", "", "", all)), rounds, 3, JIT_SHARE)
                .getFirst()
                .relations()
                .getFirst();
    }

    private static List<ClaimJudge.Round> ofCells(List<List<CellSummary>> rounds) {
        return rounds.stream()
                .map(cells -> new ClaimJudge.Round(cells, List.of()))
                .toList();
    }

    /** Its windows show so much of virtual, and so much of webflux, at 500 req/s each. */
    private static UnitRun pair(double virtual, double webflux) {
        return UnitRuns.interleaved(virtual, webflux).of(VIRTUAL_AND_WEBFLUX).run(1);
    }

    private static Relation below(double high) {
        return relation(Optional.of("webflux"), 0, high);
    }

    private static Relation relation(Optional<String> over, double low, double high) {
        return new Relation(
                Metric.P99, "io", new LoadProfile.Constant(500), "virtual", over, low, high, 0, OptionalDouble.empty());
    }

    private static Relation order(double alike) {
        return new Relation(
                Metric.P99,
                "io",
                new LoadProfile.Constant(500),
                "virtual",
                Optional.of("webflux"),
                0,
                1,
                alike,
                OptionalDouble.empty());
    }

    private static Relation capacityBelow(double high) {
        return new Relation(
                Metric.CAPACITY,
                "io",
                new LoadProfile.Constant(500),
                "virtual",
                Optional.of("webflux"),
                0,
                high,
                0,
                OptionalDouble.empty());
    }

    private static List<CellSummary> capacities(double held, double failed, double otherHeld, double otherFailed) {
        return List.of(
                Judged.summary(Cells.cell("virtual"), Judged.estimate(Metric.CAPACITY, held, held, failed)),
                Judged.summary(
                        Cells.cell("webflux"), Judged.estimate(Metric.CAPACITY, otherHeld, otherHeld, otherFailed)));
    }

    private static List<CellSummary> round(double virtual, double webflux) {
        return List.of(summary("virtual", virtual), summary("webflux", webflux));
    }

    private static CellSummary summary(String variant, double p99) {
        return Judged.summary(Cells.cell(variant), Judged.estimate(Metric.P99, p99, p99, p99));
    }
}
