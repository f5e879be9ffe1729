package dev.loomgate.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.metric.Invalidity;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.plan.DuelPlans;
import dev.loomgate.plan.LoadProfile;
import dev.loomgate.plan.PairedCell;
import dev.loomgate.plan.Side;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class OverloadTest {
    private static final PairedCell AT_500 = DuelPlans.cell("virtual", "io");

    @Test
    void anArmThatHoldsTheRateIsFine() {
        assertThat(judged(slice(500))).isEmpty();
        assertThat(judged(slice(498))).isEmpty();
    }

    @Test
    void onePauseOfTheMachineIsNoOverload() {
        assertThat(judged(slice(300), slice(500))).isEmpty();
    }

    /** 250 req/s over a window of which it has load for half. */
    @Test
    void whereArmsTakeTurnsWhatCountsIsTheRateInATurn() {
        assertThat(Overload.of(AT_500.workload(), AT_500.load(), 500, 2, List.of(slice(250))))
                .isEmpty();
        assertThat(Overload.of(AT_500.workload(), AT_500.load(), 500, 2, List.of(slice(150))))
                .hasValueSatisfying(story -> assertThat(story).contains("it answered 300 req/s"));
    }

    /** 2,100 us of one CPU are 476 req/s, within a tenth; 2,500 us are 400. */
    @Test
    void anArmWhoseCpuIsNotEnoughCanNotHoldTheRate() {
        LoadProfile.Constant at500 = new LoadProfile.Constant(500);

        assertThat(Overload.ofCpu(AT_500.workload(), at500, 1, List.of(busy(Side.BASELINE, 250, 2100))))
                .isEmpty();
        assertThat(Overload.ofCpu(AT_500.workload(), at500, 1, List.of(busy(Side.BASELINE, 250, 2500))))
                .contains("it can't hold 500 req/s of io, it has CPU time for 400 req/s: lower the rate");
        assertThat(Overload.ofCpu(AT_500.workload(), at500, 2, List.of(busy(Side.BASELINE, 250, 2500))))
                .isEmpty();
    }

    /** Half a turn of 40 requests later one has waited for 20 times what a request takes beyond the 2 ms of the rate. */
    @Test
    void anArmWhoseQueueGrowsInAllWindowsCanNotHoldTheRate() {
        LoadProfile.Constant at500 = new LoadProfile.Constant(500);

        assertThat(queue(at500, 10, 9))
                .contains(
                        "it can't hold 500 req/s of io, requests of its turn wait longer and longer, as it answers 408 req/s: lower the rate");
        assertThat(queue(at500, 10, 4)).isEmpty();
        assertThat(queue(at500, 10, -3)).isEmpty();
        assertThat(queue(at500)).isEmpty();
    }

    private static Optional<String> queue(LoadProfile.Constant load, long... growthMillis) {
        return Overload.ofQueue(
                AT_500.workload(),
                load,
                40,
                LongStream.of(growthMillis).mapToObj(Duration::ofMillis).toList());
    }

    @Test
    void whatAnArmCouldThatCanNotHoldItIsSaid() {
        assertThat(judged(slice(301), slice(310)))
                .contains("it can't hold 500 req/s of io, it answered 310 req/s: lower the rate");
    }

    @Test
    void anArmWhoseSlicesAreAllInvalidIsNotJudged() {
        assertThat(judged(slice(301, List.of(Invalidity.machine("8 % stolen")))))
                .isEmpty();
    }

    private static Optional<String> judged(Slice... own) {
        return Overload.of(AT_500.workload(), AT_500.load(), 500, 1, List.of(own));
    }

    /** 1,980 us at 500 req/s are 0.99 of a CPU. */
    @Test
    void anArmAtTheEndOfItsCpuIsNoted() {
        List<Slice> slices = List.of(busy(Side.BASELINE, 500, 1980), busy(Side.CANDIDATE, 500, 600));

        assertThat(notes(1, slices, 1))
                .singleElement()
                .asString()
                .startsWith(AT_500.arm(Side.BASELINE).label())
                .contains("more than 85 % of its CPU at 500 req/s of io");
        assertThat(notes(1, slices, 2)).isEmpty();
        assertThat(notes(2, slices, 2)).as("in its turn it uses twice as much").hasSize(1);
    }

    private static List<String> notes(int arms, List<Slice> slices, double cpus) {
        return Overload.notes(AT_500, Overload.busy(arms, slices, Map.of(Side.BASELINE, cpus, Side.CANDIDATE, cpus)));
    }

    private static Slice busy(Side side, double throughput, double micros) {
        return new Slice(
                1,
                side,
                new Answers(1000, 0, 0),
                Map.of(
                        Metric.THROUGHPUT, new Reading.Measured(Metric.THROUGHPUT, throughput),
                        Metric.APPLICATION_CPU, new Reading.Measured(Metric.APPLICATION_CPU, micros)),
                Map.of(),
                List.of());
    }

    private static Slice slice(double throughput) {
        return slice(throughput, List.of());
    }

    private static Slice slice(double throughput, List<Invalidity> invalid) {
        return new Slice(
                1,
                Side.CANDIDATE,
                new Answers(1000, 0, 0),
                Map.of(Metric.THROUGHPUT, new Reading.Measured(Metric.THROUGHPUT, throughput)),
                Map.of(),
                invalid);
    }
}
