package dev.loomgate.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ExitReasonTest {
    @Test
    void namesTheSignalThatKilled() {
        assertThat(ExitReason.of(137)).contains("exit code 137", "SIGKILL");
        assertThat(ExitReason.of(143)).contains("exit code 143", "SIGTERM");
        assertThat(ExitReason.of(134)).contains("SIGABRT");
        assertThat(ExitReason.of(128 + 31)).contains("signal 31");
    }

    @Test
    void tellsOutOfHeap() {
        assertThat(ExitReason.of(3)).contains("OutOfMemoryError");
    }

    @Test
    void leavesOtherCodesAlone() {
        assertThat(ExitReason.of(0)).isEqualTo("exit code 0");
        assertThat(ExitReason.of(1)).isEqualTo("exit code 1");
        assertThat(ExitReason.of(255)).isEqualTo("exit code 255");
    }
}
