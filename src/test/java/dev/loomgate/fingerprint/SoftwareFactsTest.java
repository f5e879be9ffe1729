package dev.loomgate.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class SoftwareFactsTest {
    private static final Duration PLENTY = Duration.ofSeconds(20);

    @TempDir
    private Path folder;

    @Test
    void namesTheCommitAndWhetherItIsAllThereIs() throws IOException {
        assertThat(commit("[ $1 = rev-parse ] && echo abcdef123456", PLENTY))
                .isEqualTo("abcdef123456 (unknown whether dirty)");
        assertThat(commit("[ $1 = status ] || echo abcdef123456", PLENTY)).isEqualTo("abcdef123456");
        assertThat(commit("[ $1 = status ] && echo ' M pom.xml' || echo abcdef123456", PLENTY))
                .isEqualTo("abcdef123456 (dirty)");
        assertThat(commit("exit 128", PLENTY)).isEqualTo("unknown");
    }

    @Test
    void doesNotWaitForAGitThatWaits() throws IOException {
        assertThat(commit("exec sleep 60", Duration.ofMillis(200))).isEqualTo("unknown");
        assertThat(commit("[ $1 = status ] && exec sleep 60; echo abcdef123456", Duration.ofSeconds(2)))
                .isEqualTo("abcdef123456 (unknown whether dirty)");
    }

    private String commit(String script, Duration limit) throws IOException {
        Path git = folder.resolve("git");
        Files.writeString(git, "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(git, PosixFilePermissions.fromString("rwx------"));
        return SoftwareFacts.commit(git.toString(), limit).orElse("unknown");
    }
}
