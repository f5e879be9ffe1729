package dev.loomgate.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OpenFilesTest {
    @Test
    void tooFewAreRefusedWithTheWayOut() {
        assertThat(OpenFiles.tooFew(256))
                .hasValueSatisfying(
                        reason -> assertThat(reason).contains("256 open files", "at least 1024", "ulimit -Hn 1024"));
        assertThat(OpenFiles.tooFew(1024)).isEmpty();
    }
}
