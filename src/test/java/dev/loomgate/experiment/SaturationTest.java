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

/** An answer costs 2 ms of one CPU, so that a server that uses 0.9 of it answers 450 a second. */
class SaturationTest {
    private static final Map<Metric, Double> TOGETHER = Map.of(Metric.APPLICATION_CPU, 2000.0);

    @Test
    void aServerThatUsesItsCpuAnswersAsManyAsTheCostOfAnAnswerAllows() {
        assertThat(ceiling(TOGETHER, turns(450, 2000))).isCloseTo(450, within(1e-9));
    }

    /** In its turns alone everything takes twice as long: the machine is slower then, and the server is what it was. */
    @Test
    void theSpeedOfTheMachineInTheTurnsOfOneArmChangesNothing() {
        assertThat(ceiling(TOGETHER, turns(225, 4000))).isCloseTo(450, within(1e-9));
    }

    /** Its threads let it use 0.4 of its CPU, and 0.6 where the machine is slower: it answers as many as before. */
    @Test
    void whatElseLimitsAServerShowsInItsTurns() {
        assertThat(ceiling(TOGETHER, turns(200, 2000))).isEqualTo(200);
        assertThat(ceiling(TOGETHER, turns(200, 3000))).isEqualTo(200);
    }

    /** Of half a CPU it uses 0.45. */
    @Test
    void aServerWithHalfACpuMayBeLimitedByIt() {
        assertThat(ceiling(TOGETHER, turns(112.5, 4000), 0.5)).isCloseTo(225, within(1e-9));
    }

    /** A quarter of the CPU goes into compiling, which ends some day. */
    @Test
    void whatTheJitTakesIsFreeForAnswers() {
        Map<Metric, Double> compiling = turns(325, 2000);
        compiling.put(Metric.JIT_CPU, 0.25e6 / 325);

        assertThat(ceiling(TOGETHER, compiling)).isCloseTo(450, within(1e-9));
    }

    /** It compiles in the turns of others, too: 0.3 CPUs in the mean over its own, of which 0.1 are left there. */
    @Test
    void aServerUsesNoMoreThanAllOfItsCpu() {
        Map<Metric, Double> compiling = turns(450, 2000);
        compiling.put(Metric.JIT_CPU, 0.3e6 / 450);

        assertThat(ceiling(TOGETHER, compiling)).isCloseTo(500, within(1e-9));
    }

    /** Collections come with the answers: a fifth of what these cost. */
    @Test
    void whatTheCollectorTakesIsPartOfWhatAnAnswerCosts() {
        Map<Metric, Double> collecting = turns(180, 4000);
        collecting.put(Metric.GC_CPU, 1000.0);

        assertThat(ceiling(Map.of(Metric.APPLICATION_CPU, 2000.0, Metric.GC_CPU, 500.0), collecting))
                .isCloseTo(360, within(1e-9));
    }

    /** As of a server whose CPU time can't be read. */
    @Test
    void withoutTheCpuTimeOfAnAnswerItIsWhatWasAnsweredInTurns() {
        assertThat(ceiling(Map.of(), turns(450, 2000))).isEqualTo(450);
        assertThat(ceiling(TOGETHER, Map.of(Metric.THROUGHPUT, 450.0))).isEqualTo(450);
    }

    @Test
    void aRoundHasWhatWasAnsweredAndWhatWasWrongInBothOfItsPhases() {
        Slice together = new Slice(
                3, Side.CANDIDATE, new Answers(10, 1, 2), Map.of(), Map.of(), List.of(Invalidity.server("one")));
        Slice inTurns = new Slice(
                3, Side.CANDIDATE, new Answers(20, 3, 0), Map.of(), Map.of(), List.of(Invalidity.server("two")));

        Slice round = Saturation.slice(together, inTurns, 1);

        assertThat(round.answers()).isEqualTo(new Answers(30, 4, 2));
        assertThat(round.side()).isEqualTo(Side.CANDIDATE);
        assertThat(Invalidity.sentences(round.invalid())).containsExactly("one", "two");
    }

    @Test
    void aRoundIsAsBusyCompilingAsTheBusierOfItsPhases() {
        Map<Metric, Double> quiet = turns(450, 2000);
        quiet.put(Metric.JIT_LOAD, 1.0);

        Slice round = slice(Map.of(Metric.APPLICATION_CPU, 2000.0, Metric.JIT_LOAD, 30.0), quiet, 1);

        assertThat(StillCompiling.share(round)).isCloseTo(0.3, within(1e-9));
    }

    private static Map<Metric, Double> turns(double perSecond, double cpu) {
        return new HashMap<>(Map.of(Metric.THROUGHPUT, perSecond, Metric.APPLICATION_CPU, cpu));
    }

    private static double ceiling(Map<Metric, Double> together, Map<Metric, Double> inTurns) {
        return ceiling(together, inTurns, 1);
    }

    private static double ceiling(Map<Metric, Double> together, Map<Metric, Double> inTurns, double cpus) {
        return slice(together, inTurns, cpus).readings().get(Metric.CEILING) instanceof Reading.Measured measured
                ? measured.value()
                : Double.NaN;
    }

    private static Slice slice(Map<Metric, Double> together, Map<Metric, Double> inTurns, double cpus) {
        return Saturation.slice(phase(together), phase(inTurns), cpus);
    }

    private static Slice phase(Map<Metric, Double> values) {
        Map<Metric, Reading> readings = new HashMap<>();
        values.forEach((metric, value) -> readings.put(metric, new Reading.Measured(metric, value)));
        return new Slice(1, Side.BASELINE, Answers.NONE, readings, Map.of(), List.of());
    }
}
