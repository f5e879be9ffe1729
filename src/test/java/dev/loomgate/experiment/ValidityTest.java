package dev.loomgate.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.metric.Invalidity;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.plan.Guards;
import dev.loomgate.plan.LoadProfile;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ValidityTest {
    private static final Guards GUARDS = new Guards(
            new Guards.Generator(0.01, Duration.ofMillis(2), 0.05, 0.85),
            new Guards.Machine(0.05, 0.05, Duration.ofMillis(50)),
            0.10,
            Duration.ofSeconds(1),
            2);

    @Test
    void aCleanPhaseIsValid() {
        assertThat(reasons(Phases.steady(500, 5, 100))).isEmpty();
    }

    @Test
    void anOverloadedServerIsAResult() {
        assertThat(reasons(Phases.queue(500, 5, 10, 100))).isEmpty();
    }

    @Test
    void errorsOfTheServerAreAResult() {
        Phases phases = Phases.empty(500, 1);
        for (int k = 0; k < 500; k++) {
            phases.fails(k, 1, k % 2 == 0 ? "503" : "ConnectException: Connection refused");
        }

        assertThat(reasons(phases)).isEmpty();
    }

    @Test
    void toleratesStartsUpToTheShare() {
        assertThat(reasons(Phases.steady(500, 2, 10).planned(1010))).isEmpty();
    }

    @Test
    void missingStartsAreInvalid() {
        assertThat(reasons(Phases.steady(500, 2, 10).planned(1020)))
                .singleElement()
                .asString()
                .contains("1000 requests were started, 1020 planned", "2.0 % off", "limit 1 %", "lower the rate");
    }

    @Test
    void tooManyStartsAreInvalidToo() {
        assertThat(reasons(Phases.steady(500, 2, 10).planned(980))).hasSize(1);
    }

    @Test
    void allStartsInTooLongATimeAreInvalid() {
        assertThat(reasons(Phases.steady(500, 2, 10).startSpan(Duration.ofMillis(2050))))
                .singleElement()
                .asString()
                .contains("487.8 req/s", "planned were 500.0 req/s", "2.4 % off", "limit 1 %");
    }

    @Test
    void latenessIsHeldAgainstTheFloorOfAFastServer() {
        assertThat(reasons(Phases.steady(500, 2, 1).late(1.9))).isEmpty();
        assertThat(reasons(Phases.steady(500, 2, 1).late(2.1)))
                .singleElement()
                .asString()
                .contains("late by 2.10 ms at p99", "limit 2.00 ms");
    }

    @Test
    void latenessIsHeldAgainstAShareOfTheMedianOfASlowServer() {
        assertThat(reasons(Phases.steady(500, 2, 100).late(4.9))).isEmpty();
        assertThat(reasons(Phases.steady(500, 2, 100).late(5.1))).hasSize(1);
    }

    @Test
    void twoLateRequestsAreAHiccupAndNotALateGenerator() {
        assertThat(reasons(30, Phases.steady(30, 3, 1).lateOnes(2, 10))).isEmpty();
        assertThat(reasons(30, Phases.steady(30, 3, 1).lateOnes(3, 10)))
                .singleElement()
                .asString()
                .contains("late by 10.0", "ms at p98");
    }

    @Test
    void ofManyRequestsOneInAHundredMayBeLate() {
        assertThat(reasons(Phases.steady(500, 2, 1).lateOnes(10, 10))).isEmpty();
        assertThat(reasons(Phases.steady(500, 2, 1).lateOnes(11, 10))).hasSize(1);
    }

    @Test
    void aLateGeneratorThatMissesTheRateGetsBothReasons() {
        assertThat(reasons(Phases.steady(500, 2, 1).late(50).planned(2000).startSpan(Duration.ofSeconds(4))))
                .hasSize(3)
                .anyMatch(reason -> reason.contains("planned:"))
                .anyMatch(reason -> reason.contains("req/s, planned were"))
                .anyMatch(reason -> reason.contains("late by"));
    }

    @Test
    void aBusyGeneratorIsInvalid() {
        assertThat(reasons(Phases.steady(500, 2, 1).generatorCpu(Duration.ofMillis(1600))))
                .isEmpty();
        assertThat(reasons(Phases.steady(500, 2, 1).generatorCpu(Duration.ofMillis(1800))))
                .singleElement()
                .asString()
                .contains("% of its 1 CPU", "limit 85 %");
    }

    @Test
    void aBusyGeneratorIsNotHiddenByOneTimeOut() {
        Phases phases = Phases.steady(500, 2, 1).planned(1001).fails(999, 60_000, "time-out");

        assertThat(reasons(phases.generatorCpu(Duration.ofMillis(1900)))).hasSize(1);
    }

    @Test
    void generatorCpuIsSharedByItsEventLoops() {
        Phases phases = Phases.steady(500, 2, 1).generatorCpu(Duration.ofMillis(1900));

        assertThat(Phases.reasons(phase(500, phases, 2))).isEmpty();
    }

    /** What a server answers is its result. */
    @Test
    void wrongBodiesAndFailuresLeaveAPhaseValid() {
        Phases phases = Phases.empty(3, 1).answer(0, 1).wrongBody(1, 1).fails(2, 1, "status 500");

        assertThat(reasons(3, phases)).isEmpty();
    }

    /** Nothing but failures, each at once: the guards still know how long the phase was. */
    @Test
    void aPhaseWithoutAGoodAnswerIsValid() {
        Phases phases = Phases.empty(2, 1).fails(0, 1, "status 500").fails(1, 1, "status 500");

        assertThat(reasons(2, phases)).isEmpty();
    }

    @Test
    void aRequestThatNobodyAccountsForIsInvalid() {
        assertThat(reasons(Phases.steady(500, 2, 1).lost(3).planned(1003)))
                .singleElement()
                .asString()
                .contains("1003 requests were started but 1000 ended");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SocketException: Too many open files",
                "ConnectException: Cannot assign requested address",
                "java.net.BindException"
            })
    void errorsOfTheGeneratorsOwnMakingAreInvalid(String kind) {
        Phases phases = Phases.empty(2, 1).answer(0, 1).fails(1, 1, kind);

        assertThat(reasons(2, phases)).singleElement().asString().contains("1 requests failed", kind);
    }

    @Test
    void aPhaseWithoutRequestsIsInvalid() {
        assertThat(reasons(Phases.empty(500, 2))).singleElement().asString().contains("no request was sent, 1000");
    }

    /** No rate is promised, and a request is due when its user is free. */
    @Test
    void theClosedModelHasNoScheduleToBeLateFor() {
        Phases phases = Phases.steady(500, 2, 10).late(50).startSpan(Duration.ofSeconds(9));

        assertThat(reasonsOfUsers(phases)).isEmpty();
    }

    @Test
    void aBusyGeneratorMakesTheClosedModelInvalidToo() {
        Phases phases = Phases.steady(500, 2, 10).generatorCpu(Duration.ofMillis(1900));

        assertThat(reasonsOfUsers(phases)).singleElement().asString().contains("the generator used");
    }

    @Test
    void tellsWhatTheMachineDidFromWhatTheInstrumentDid() {
        Phases late = Phases.steady(500, 2, 10).late(50);
        Phases lost = Phases.empty(2, 1).answer(0, 1).fails(1, 1, "java.net.BindException");

        assertThat(Phases.reasons(phase(500, late, 1)))
                .extracting(Invalidity::kind)
                .containsOnly(Invalidity.Kind.MACHINE);
        assertThat(Phases.reasons(phase(2, lost, 1)))
                .extracting(Invalidity::kind)
                .containsExactly(Invalidity.Kind.INSTRUMENT);
    }

    private static List<String> reasonsOfUsers(Phases phases) {
        return Invalidity.sentences(Phases.reasons(new GuardedPhase(
                GUARDS, new LoadProfile.Closed(5), 1, false, phases.load(), 1, Map.of(), Machines.QUIET)));
    }

    @Test
    void whatServicesBehindTheServerUseIsMissingForTheGenerator() {
        Map<Metric, Reading> behind = Map.of(Metric.BACKING_CPU, new Reading.Measured(Metric.BACKING_CPU, 40));
        // 1 s of 2 s on one CPU is 50 %.
        Phases phases = Phases.steady(500, 2, 0).generatorCpu(Duration.ofSeconds(1));

        assertThat(Phases.reasons(phase(500, phases, 1))).isEmpty();
        assertThat(Invalidity.sentences(Phases.reasons(phase(500, phases, 1, behind))))
                .singleElement()
                .asString()
                .contains("the generator used 50.", "services behind the server 40.0 %", "together 90.");
    }

    /** 1.9 s of 2 s on one CPU are 95 %: the server could have answered more. */
    @Test
    void aGeneratorThatEndsFirstIsNoFaultWhereAServerIsAskedForAllItCan() {
        Phases phases = Phases.steady(500, 2, 0).generatorCpu(Duration.ofMillis(1900));
        GuardedPhase saturated = new GuardedPhase(
                GUARDS, new LoadProfile.Closed(5), 1, true, phases.load(), 1, Map.of(), Machines.QUIET);

        assertThat(reasonsOfUsers(phases)).singleElement().asString().contains("the generator used 95.");
        assertThat(Phases.reasons(saturated)).isEmpty();
        assertThat(GeneratorGuards.endedFirst(saturated)).isTrue();
    }

    private static List<String> reasons(Phases phases) {
        return reasons(500, phases);
    }

    private static List<String> reasons(int rate, Phases phases) {
        return Invalidity.sentences(Phases.reasons(phase(rate, phases, 1)));
    }

    private static GuardedPhase phase(int rate, Phases phases, int generatorCpus) {
        return phase(rate, phases, generatorCpus, Map.of());
    }

    private static GuardedPhase phase(int rate, Phases phases, int generatorCpus, Map<Metric, Reading> readings) {
        return new GuardedPhase(
                GUARDS,
                new LoadProfile.Constant(rate),
                1,
                false,
                phases.load(),
                generatorCpus,
                readings,
                Machines.QUIET);
    }
}
