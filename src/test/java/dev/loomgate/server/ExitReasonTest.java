package dev.loomgate.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ExitReasonTest {
    @Test
    void namesTheSignalThatKilled() {
        assertThat(ExitReason.of(137).words()).contains("exit code 137", "SIGKILL");
        assertThat(ExitReason.of(143).words()).contains("exit code 143", "SIGTERM");
        assertThat(ExitReason.of(134).words()).contains("SIGABRT");
        assertThat(ExitReason.of(128 + 31).words()).contains("signal 31");
    }

    @Test
    void tellsOutOfHeapOfAJvmOnly() {
        assertThat(ExitReason.ofJvm(3).words()).contains(ExitReason.OUT_OF_HEAP, "OutOfMemoryError");
        assertThat(ExitReason.ofJvm(3).fromOutside()).isFalse();
        assertThat(ExitReason.of(3).words()).isEqualTo("exit code 3");
        assertThat(List.of(0, 1, 137, 143))
                .allMatch(code -> ExitReason.ofJvm(code).equals(ExitReason.of(code)));
    }

    @Test
    void leavesOtherCodesAlone() {
        assertThat(ExitReason.of(0).words()).isEqualTo("exit code 0");
        assertThat(ExitReason.of(1).words()).isEqualTo("exit code 1");
        assertThat(ExitReason.of(255).words()).isEqualTo("exit code 255");
    }

    @Test
    void tellsARequestToEndFromADeath() {
        assertThat(List.of(129, 130, 143)).allMatch(code -> ExitReason.of(code).fromOutside());
        assertThat(List.of(0, 1, 3, 131, 134, 137, 139))
                .noneMatch(code -> ExitReason.of(code).fromOutside());
    }
}
