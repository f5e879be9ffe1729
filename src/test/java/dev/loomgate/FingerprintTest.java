package dev.loomgate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class FingerprintTest {
    private static final Path ACCEPT_QUEUE_LIMIT = Path.of("/proc/sys/net/core/somaxconn");

    /** Files below /proc/sys end after one byte for a reader that asks for all at once: 4096 became 4. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void readsKernelSettingsWhole() throws IOException {
        String limit;
        try (BufferedReader reader = Files.newBufferedReader(ACCEPT_QUEUE_LIMIT)) {
            limit = reader.readLine();
        }

        assertThat(Fingerprint.ofMachine().get("accept queue limit (somaxconn)"))
                .isEqualTo(limit);
    }

    @Test
    void namesTheMachine() {
        assertThat(Fingerprint.ofMachine())
                .containsKeys("operating system", "CPU", "CPUs", "memory", "open files limit", "git commit")
                .doesNotContainValue("");
    }
}
