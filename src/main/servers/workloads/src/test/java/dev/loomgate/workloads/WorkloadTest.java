package dev.loomgate.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class WorkloadTest {
    @ParameterizedTest
    @CsvSource({"EMPTY, 0", "IO, 100", "COMPUTE, 0", "MATMUL, 25", "MIXED, 100", "PINNED, 100"})
    void waitsAsInTheStudy(Workload workload, long millis) {
        assertThat(workload.waits()).hasMillis(millis);
    }

    @ParameterizedTest
    @EnumSource(names = {"EMPTY", "IO", "PINNED"})
    void answersOkWhereThereIsNothingToCompute(Workload workload) {
        assertThat(workload.body()).isEqualTo("ok");
    }

    @ParameterizedTest
    @EnumSource(names = {"COMPUTE", "MATMUL", "MIXED"})
    void answersTheNumberThatWasComputed(Workload workload) {
        assertThat(workload.body()).matches("-?\\d.*");
    }

    /** What the thread dump of a JVM says of it. */
    @ParameterizedTest
    @CsvSource({"PINNED, 1", "IO, 0"})
    void waitsInsideAMonitorWhereThatIsItsPoint(Workload workload, int monitors) throws InterruptedException {
        Thread waiting = Thread.ofPlatform().start(() -> {
            try {
                workload.await(Duration.ofMinutes(1));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        try {
            while (waiting.getState() != Thread.State.TIMED_WAITING) {
                assertThat(waiting.isAlive()).isTrue();
                Thread.onSpinWait();
            }
            ThreadInfo[] seen =
                    ManagementFactory.getThreadMXBean().getThreadInfo(new long[] {waiting.threadId()}, true, false);

            assertThat(seen[0].getLockedMonitors()).hasSize(monitors);
        } finally {
            waiting.interrupt();
            waiting.join();
        }
    }

    @Test
    void computesFromTheClock() {
        // 996,003 thirds of a clock that never falls below itself minus 498,001,500, and never above itself
        double steps = 997 * 999;
        double clock = System.currentTimeMillis();
        assertThat(Double.parseDouble(Workload.COMPUTE.body()))
                .isBetween(steps * (clock - 498_001_500) / 3 - steps, steps * (clock + 60_000) / 3);
    }
}
