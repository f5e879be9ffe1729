package dev.loomgate.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** user nice system idle iowait irq softirq steal guest guest_nice, as proc(5) has them. */
class CpuTicksTest {
    private static final String STAT = """
            cpu  1111 222 333 9999 10 20 30 44 500 6
            cpu0 1000 200 300 5000 10 20 30 40 500 6
            cpu1 11 2 3 4000 0 0 0 1 0 0
            cpu10 100 20 30 999 0 0 0 3 0 0
            intr 1 2 3
            """;

    @Test
    void idleIsNothingToRunOrWaitingForADisk() {
        // 5000 + 10 ticks of 10 ms idle, 40 stolen.
        assertThat(CpuTicks.of(STAT, List.of(0))).isEqualTo(new CpuTicks(50_100_000_000L, 400_000_000L));
    }

    @Test
    void addsUpTheCpusThatWereAskedForAndNoOther() {
        // cpu1: 4000 ticks, cpu10: 999; cpu0 and the line of all CPUs are left out.
        assertThat(CpuTicks.of(STAT, List.of(1, 10))).isEqualTo(new CpuTicks(49_990_000_000L, 40_000_000L));
    }

    @Test
    void aCpuThatIsMissingIsNoZero() {
        assertThatThrownBy(() -> CpuTicks.of(STAT, List.of(0, 2)))
                .isInstanceOf(ProcText.Unreadable.class)
                .hasMessageContaining("no line for cpu2");
    }

    @Test
    void aLineWithoutStealIsNoZero() {
        assertThatThrownBy(() -> CpuTicks.of("cpu0 1 2 3 4 5 6 7\n", List.of(0)))
                .isInstanceOf(ProcText.Unreadable.class);
    }
}
