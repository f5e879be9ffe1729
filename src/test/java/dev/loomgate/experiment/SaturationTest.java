package dev.loomgate.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loomgate.metric.Invalidity;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.plan.Side;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** An answer costs 2 ms of one CPU, so that a server answers 500 a second at most where nothing else limits it. */
class SaturationTest {
    private static final Map<Metric, Double> TOGETHER = Map.of(Metric.APPLICATION_CPU, 2000.0);

    @Test
    void aServerThatUsesAllOfItsCpuAnswersAsManyAsTheCostOfAnAnswerAllows() {
        assertThat(ceiling(TOGETHER, turns(500, 2000))).isCloseTo(500, within(1e-9));
    }

    /** In its turns alone everything takes twice as long: the machine is slower then, and the server is what it was. */
    @Test
    void theSpeedOfTheMachineInTheTurnsOfOneArmChangesNothing() {
        assertThat(ceiling(TOGETHER, turns(250, 4000))).isCloseTo(500, within(1e-9));
    }

    /** Its threads let it use 0.4 of its CPU. */
    @Test
    void whatElseLimitsAServerShowsInItsTurns() {
        assertThat(ceiling(TOGETHER, turns(200, 2000))).isCloseTo(200, within(1e-9));
    }

    /** A quarter of the CPU goes into compiling, which ends some day. */
    @Test
    void whatTheJitTakesIsFreeForAnswers() {
        Map<Metric, Double> compiling = turns(375, 2000);
        compiling.put(Metric.JIT_CPU, 0.25e6 / 375);

        assertThat(ceiling(TOGETHER, compiling)).isCloseTo(500, within(1e-9));
    }

    /** Collections come with the answers: 0.5 ms for each of them. */
    @Test
    void whatTheCollectorTakesIsPartOfWhatAnAnswerCosts() {
        Map<Metric, Double> collecting = turns(400, 2000);
        collecting.put(Metric.GC_CPU, 500.0);

        assertThat(ceiling(Map.of(Metric.APPLICATION_CPU, 2000.0, Metric.GC_CPU, 500.0), collecting))
                .isCloseTo(400, within(1e-9));
    }

    @Test
    void withoutTheCpuTimeOfAnAnswerThereIsNoCeiling() {
        Reading reading = slice(Map.of(), turns(500, 2000)).readings().get(Metric.CEILING);

        assertThat(reading)
                .isInstanceOfSatisfying(
                        Reading.Unavailable.class,
                        why -> assertThat(why.reason()).contains("the CPU time of an answer"));
    }

    @Test
    void aRoundHasWhatWasAnsweredAndWhatWasWrongInBothOfItsPhases() {
        Slice together = new Slice(
                3, Side.CANDIDATE, new Answers(10, 1, 2), Map.of(), Map.of(), List.of(Invalidity.server("one")));
        Slice inTurns = new Slice(
                3, Side.CANDIDATE, new Answers(20, 3, 0), Map.of(), Map.of(), List.of(Invalidity.server("two")));

        Slice round = Saturation.slice(3, together, inTurns);

        assertThat(round.answers()).isEqualTo(new Answers(30, 4, 2));
        assertThat(round.side()).isEqualTo(Side.CANDIDATE);
        assertThat(Invalidity.sentences(round.invalid())).containsExactly("one", "two");
    }

    @Test
    void aRoundIsAsBusyCompilingAsTheBusierOfItsPhases() {
        Map<Metric, Double> quiet = turns(500, 2000);
        quiet.put(Metric.JIT_LOAD, 1.0);

        Slice round = slice(Map.of(Metric.APPLICATION_CPU, 2000.0, Metric.JIT_LOAD, 30.0), quiet);

        assertThat(StillCompiling.share(round)).isCloseTo(0.3, within(1e-9));
    }

    private static Map<Metric, Double> turns(double perSecond, double cpu) {
        return new HashMap<>(Map.of(Metric.THROUGHPUT, perSecond, Metric.APPLICATION_CPU, cpu));
    }

    private static double ceiling(Map<Metric, Double> together, Map<Metric, Double> inTurns) {
        return slice(together, inTurns).readings().get(Metric.CEILING) instanceof Reading.Measured measured
                ? measured.value()
                : Double.NaN;
    }

    private static Slice slice(Map<Metric, Double> together, Map<Metric, Double> inTurns) {
        return Saturation.slice(1, phase(together), phase(inTurns));
    }

    private static Slice phase(Map<Metric, Double> values) {
        Map<Metric, Reading> readings = new HashMap<>();
        values.forEach((metric, value) -> readings.put(metric, new Reading.Measured(metric, value)));
        return new Slice(1, Side.BASELINE, Answers.NONE, readings, Map.of(), List.of());
    }
}
