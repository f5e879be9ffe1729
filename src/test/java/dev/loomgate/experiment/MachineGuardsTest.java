package dev.loomgate.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.metric.Invalidity;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.plan.Guards;
import dev.loomgate.plan.LoadProfile;
import dev.loomgate.sampling.MachineUse;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MachineGuardsTest {
    private static final Guards GUARDS = new Guards(
            new Guards.Generator(0.01, Duration.ofMillis(2), 0.05, 0.85),
            new Guards.Machine(0.05, 0.05, Duration.ofMillis(50)),
            0.10,
            Duration.ofSeconds(1),
            2);
    private static final List<MachineUse.Other> YES = List.of(new MachineUse.Other(4711, "yes", 95));

    @Test
    void otherProcessesAreNamedAboveTheLimit() {
        MachineUse machine = machine(1, YES, 0, 250, "");

        assertThat(reasons(Metric.FOREIGN_CPU, 5, machine)).isEmpty();
        assertThat(reasons(Metric.FOREIGN_CPU, 47.84, machine))
                .containsExactly("other processes used 47.8 % of CPUs 0,1, limit 5 %: yes (pid 4711) 95 % of a CPU;"
                        + " stop them or measure on a machine of its own");
    }

    @Test
    void theNamedAreNotBlamedForWhatOthersUsed() {
        // 80 % of two CPUs are 160 % of one, and only 95 % of them are seen; of 100 % they would be 200 and less than
        // half.
        assertThat(reasons(Metric.FOREIGN_CPU, 80, machine(1, YES, 0, 250, "")).getFirst())
                .doesNotContain("and more");
        assertThat(reasons(Metric.FOREIGN_CPU, 100, machine(1, YES, 0, 250, "")).getFirst())
                .contains("yes (pid 4711) 95 % of a CPU, and more that ended or are smaller; stop them");
    }

    @Test
    void processesThatEndedAreOwnedUpTo() {
        assertThat(reasons(Metric.FOREIGN_CPU, 5.1, machine(1, List.of(), 0, 250, "")))
                .singleElement()
                .asString()
                .contains("other processes used 5.1 %", "none of them is to be seen");
    }

    @Test
    void whatTicksCannotTellFromNothingIsNotHeldAgainstTheMachine() {
        assertThat(reasons(Metric.FOREIGN_CPU, 5.1, machine(6, YES, 0, 250, "")))
                .isEmpty();
    }

    @Test
    void stolenTimeIsInvalidAboveTheLimit() {
        assertThat(reasons(Metric.STEAL, 5, Machines.QUIET)).isEmpty();
        assertThat(reasons(Metric.STEAL, 5.2, Machines.QUIET))
                .singleElement()
                .asString()
                .contains("5.2 % of the time of CPUs 0,1 was stolen", "limit 5 %");
    }

    @Test
    void aClockThatJumpsIsInvalidInBothDirections() {
        assertThat(reasons(Metric.STEAL, 0, machine(1, YES, 50, 250, ""))).isEmpty();
        assertThat(reasons(Metric.STEAL, 0, machine(1, YES, 51, 250, "")))
                .singleElement()
                .asString()
                .contains("the clock jumped by 51 ms ahead", "limit 50 ms");
        assertThat(reasons(Metric.STEAL, 0, machine(1, YES, -2_000, 250, "")))
                .singleElement()
                .asString()
                .contains("the clock jumped by 2.0 s back against the monotonic clock");
    }

    @Test
    void aServerThatStillCompilesIsNotWarm() {
        assertThat(reasons(Metric.JIT_LOAD, 10, Machines.QUIET)).isEmpty();
        assertThat(reasons(Metric.JIT_LOAD, 14.3, Machines.QUIET))
                .singleElement()
                .asString()
                .contains("the server was not warm", "14.3 %", "limit 10 %");
    }

    @Test
    void aBlindSamplerIsInvalid() {
        assertThat(reasons(Metric.STEAL, 0, machine(1, YES, 0, 1_000, ""))).isEmpty();
        assertThat(reasons(Metric.STEAL, 0, machine(1, YES, 0, 1_100, "")))
                .singleElement()
                .asString()
                .contains("the sampler was blind for 1.1 s", "limit 1.0 s");
        assertThat(reasons(Metric.STEAL, 0, machine(1, YES, 0, 250, "JMX does not answer")))
                .containsExactly("the sampler saw only a part: JMX does not answer");
    }

    @Test
    void whatIsNotVisibleIsSaidOncePerReasonAndInvalidatesNothing() {
        GuardedPhase phase = phase(Metric.STEAL, 0, Machines.QUIET, "the engine is remote");

        assertThat(Phases.reasons(phase)).isEmpty();
        assertThat(Validity.notes(phase)).containsExactly("not guarded: foreign-cpu, jit-load (the engine is remote)");
    }

    private static MachineUse machine(
            double resolution, List<MachineUse.Other> others, long jumpMillis, long gapMillis, String trouble) {
        return new MachineUse(
                "0,1",
                2,
                1,
                resolution,
                others,
                Duration.ofMillis(jumpMillis),
                Duration.ofMillis(gapMillis),
                Optional.of(trouble).filter(text -> !text.isEmpty()));
    }

    private static List<String> reasons(Metric metric, double percent, MachineUse machine) {
        return Invalidity.sentences(Phases.reasons(phase(metric, percent, machine, "not asked")));
    }

    private static GuardedPhase phase(Metric metric, double percent, MachineUse machine, String otherwise) {
        Map<Metric, Reading> readings = new EnumMap<>(Metric.class);
        for (Metric guarded : List.of(Metric.FOREIGN_CPU, Metric.STEAL, Metric.JIT_LOAD)) {
            readings.put(guarded, new Reading.Unavailable(guarded, otherwise));
        }
        readings.put(metric, new Reading.Measured(metric, percent));
        return new GuardedPhase(
                GUARDS,
                new LoadProfile.Constant(500),
                1,
                false,
                Phases.steady(500, 2, 10).load(),
                1,
                readings,
                machine);
    }
}
