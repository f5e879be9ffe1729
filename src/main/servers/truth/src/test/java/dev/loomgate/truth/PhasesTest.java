package dev.loomgate.truth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PhasesTest {
    /** Clocks may begin anywhere, also right before they run over. */
    private static final long BEGIN = Long.MAX_VALUE - 1_000_000_000;

    private static Phases phases(String... freeze) {
        return new Phases(
                ScriptParser.parse(freeze.length == 0 ? Map.of() : Map.of("loomgate.truth.freeze", freeze[0])));
    }

    private static long at(long millis) {
        return BEGIN + millis * 1_000_000;
    }

    private static void exchange(Phases phases, long arrivedMillis, long answeredMillis) {
        phases.arrived(at(arrivedMillis));
        phases.answered(at(answeredMillis));
    }

    @Test
    void countsFromOne() {
        Phases phases = phases();
        exchange(phases, 0, 1);
        assertThat(phases.phase()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 199})
    void goesOnBelowTheGap(long gapMillis) {
        Phases phases = phases();
        exchange(phases, 0, 1000);
        phases.arrived(at(1000 + gapMillis));
        assertThat(phases.phase()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(longs = {200, 201, 5000})
    void endsWithTheGap(long gapMillis) {
        Phases phases = phases();
        exchange(phases, 0, 1000);
        phases.arrived(at(1000 + gapMillis));
        assertThat(phases.phase()).isEqualTo(2);
    }

    @Test
    void goesOnWhileAnAnswerIsOwed() {
        Phases phases = phases();
        phases.arrived(at(0));
        phases.arrived(at(5000));
        assertThat(phases.phase()).isEqualTo(1);
    }

    @Test
    void standsStillOnlyDuringTheFreeze() {
        Phases phases = phases("1s at 2s");
        assertThat(phases.frozenNanos(at(0))).isZero();
        exchange(phases, 0, 1950);
        assertThat(phases.frozenNanos(at(1999))).isZero();
        assertThat(phases.frozenNanos(at(2000))).isEqualTo(1_000_000_000);
        assertThat(phases.frozenNanos(at(2999))).isEqualTo(1_000_000);
        assertThat(phases.frozenNanos(at(3000))).isZero();
    }

    @Test
    void countsTheEndOfAFreezeAsAnEvent() {
        Phases phases = phases("1s at 2s");
        exchange(phases, 0, 1950);
        phases.arrived(at(3199));
        assertThat(phases.phase()).isEqualTo(1);
    }

    @Test
    void freezesInEveryPhaseAnew() {
        Phases phases = phases("1s at 500ms");
        exchange(phases, 0, 1600);
        phases.arrived(at(1800));
        assertThat(phases.phase()).isEqualTo(2);
        phases.answered(at(2200));
        assertThat(phases.frozenNanos(at(2299))).isZero();
        assertThat(phases.frozenNanos(at(2300))).isPositive();
    }

    @Test
    void doesNotFreezeAPhaseThatIsOver() {
        Phases phases = phases("1s at 2s");
        exchange(phases, 0, 1000);
        assertThat(phases.frozenNanos(at(2500))).isZero();
        phases.arrived(at(2500));
        assertThat(phases.phase()).isEqualTo(2);
        assertThat(phases.frozenNanos(at(2900))).isZero();
    }

    @Test
    void freezesWhileAnAnswerIsStillOwed() {
        Phases phases = phases("1s at 2s");
        phases.arrived(at(0));
        assertThat(phases.frozenNanos(at(2500))).isPositive();
    }
}
