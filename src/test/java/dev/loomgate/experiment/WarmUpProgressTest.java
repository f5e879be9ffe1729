package dev.loomgate.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.plan.WarmUpRules;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * A JIT that has compiled for an hour since the cycle began was not quiet in it, and one that has compiled for no time
 * at all was, however long cycles take.
 */
class WarmUpProgressTest {
    private static final WarmUpRules RULES = new WarmUpRules(Duration.ZERO, 3, 6, 0.25);

    private Duration compiled = Duration.ZERO;

    @Test
    void theFloorIsRunInAnyCase() {
        assertThat(cyclesOf(1, false, false, false, false)).isEqualTo(3);
    }

    @Test
    void oneQuietCycleIsEnoughWhereOneIsAskedFor() {
        assertThat(cyclesOf(1, true, true, true, false, true)).isEqualTo(4);
    }

    @Test
    void aPauseOfTheJitIsNoEndWhereTwoAreAskedFor() {
        assertThat(cyclesOf(2, true, true, false, true, false, false)).isEqualTo(6);
    }

    @Test
    void quietCyclesBeforeTheFloorCountToo() {
        assertThat(cyclesOf(2, true, false, false, true)).isEqualTo(3);
    }

    @Test
    void theCapEndsItAndIsNoted() {
        WarmUpProgress progress = new WarmUpProgress(RULES, 2, System::nanoTime, () -> Optional.of(compiled));
        assertThat(run(progress, true, true, true, true, true, false, false)).isEqualTo(6);
        assertThat(progress.note()).hasValueSatisfying(note -> assertThat(note).contains("cap of 6 cycles"));
    }

    @Test
    void whoseJitCanNotBeSeenWarmsUpToTheCap() {
        WarmUpProgress progress = new WarmUpProgress(RULES, 2, System::nanoTime, Optional::empty);
        assertThat(run(progress, false, false, false, false, false, false, false))
                .isEqualTo(6);
    }

    private int cyclesOf(int quietInARow, boolean... busy) {
        return run(new WarmUpProgress(RULES, quietInARow, System::nanoTime, () -> Optional.of(compiled)), busy);
    }

    /** How many cycles it wanted. */
    private int run(WarmUpProgress progress, boolean... busy) {
        int cycle = 0;
        while (cycle < busy.length && progress.wantsCycle(cycle + 1)) {
            progress.starts();
            compiled = compiled.plus(busy[cycle] ? Duration.ofHours(1) : Duration.ZERO);
            progress.ended();
            cycle++;
        }
        return cycle;
    }
}
