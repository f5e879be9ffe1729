package dev.loomgate.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ServiceProcessTest {
    private final long us = ProcessHandle.current().pid();

    @BeforeEach
    void needsProc() {
        assumeTrue(Files.isDirectory(Path.of("/proc/self/task")), "skipped: only Linux shows processes as files");
    }

    @Test
    void aJvmIsOneAndASleepIsNone() throws IOException {
        assertThat(ServiceProcess.isJvm(us)).isTrue();
        assertThat(ServiceProcess.jvm(us)).hasValue(us);
        Process sleep = new ProcessBuilder("sleep", "60").start();
        try {
            assertThat(ServiceProcess.jvm(sleep.pid())).isEmpty();
            assertThat(ServiceProcess.of(sleep.pid())).hasValue(sleep.pid());
        } finally {
            sleep.destroyForcibly();
        }
    }

    @Test
    void aShellIsPassedOverUnlessItHasStartedTwo() throws IOException {
        Process one = shell("sleep 60; true");
        Process two = shell("sleep 61 & sleep 62; true");
        try {
            await().until(() -> one.children().count() == 1 && two.children().count() == 2);
            assertThat(ServiceProcess.of(one.pid()))
                    .hasValue(one.children().findFirst().orElseThrow().pid());
            assertThat(ServiceProcess.of(two.pid())).hasValue(two.pid());
        } finally {
            end(one);
            end(two);
        }
    }

    private static Process shell(String script) throws IOException {
        return new ProcessBuilder("sh", "-c", script).start();
    }

    private static void end(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
