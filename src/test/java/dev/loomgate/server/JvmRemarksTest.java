package dev.loomgate.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JvmRemarksTest {
    @TempDir
    Path folder;

    @Test
    void tellsWhatAJvmSaysOfItsOptionsAndNothingElse() throws IOException {
        Path log = Files.writeString(folder.resolve("server.log"), """
                        OpenJDK 64-Bit Server VM warning: Ignoring option UseBiasedLocking; support was removed in 18.0
                        [0.011s][warning][cds] The shared archive file has a bad magic number
                        [0.025s][warning][cds] The shared archive file has a bad magic number
                        [0.031s][info   ][gc] Using G1
                        2026-11-25T10:00:00Z  WARN 17 --- [main] o.s.boot.Something : of the service itself
                        [error][jvmti] Module loading order is unsupported
                        """);

        assertThat(JvmRemarks.in(log))
                .containsExactly(
                        "OpenJDK 64-Bit Server VM warning: Ignoring option UseBiasedLocking; support was removed in 18.0",
                        "[warning][cds] The shared archive file has a bad magic number",
                        "[error][jvmti] Module loading order is unsupported");
    }

    @Test
    void aLogThatIsNotThereTellsNothing() {
        assertThat(JvmRemarks.in(folder.resolve("none.log"))).isEmpty();
    }
}
