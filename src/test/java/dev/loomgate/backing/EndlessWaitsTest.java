package dev.loomgate.backing;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Everything that the start of a database waits for and that may never come. */
class EndlessWaitsTest {
    private static final Duration SHORT = Duration.ofMillis(200);

    @TempDir
    Path folder;

    @Test
    void endsAnInitdbThatHangs() {
        BackingProcess initdb =
                BackingProcess.start("initdb", List.of("sh", "-c", "echo creates; sleep 600"), folder.resolve("log"));

        assertThatThrownBy(() -> initdb.awaitSuccess(SHORT))
                .isInstanceOf(BackingStartException.class)
                .hasMessageStartingWith("The initdb did not end within 0 s and was killed")
                .hasMessageContaining("sleep 600")
                .hasMessageContaining("log: " + folder.resolve("log"));
        await().atMost(Duration.ofSeconds(20)).until(() -> !initdb.process().isAlive());
    }

    @Test
    void saysWhatAnInitdbSaidThatFailed() {
        BackingProcess initdb =
                BackingProcess.start("initdb", List.of("sh", "-c", "echo no space; exit 1"), folder.resolve("log"));

        assertThatThrownBy(initdb::awaitSuccess)
                .isInstanceOf(BackingStartException.class)
                .hasMessageContaining("the initdb has ended: exit code 1")
                .hasMessageContaining("no space");
    }

    @Test
    void givesUpOnAServerThatNeverAnswers() {
        assertThatThrownBy(() -> Startup.await("database", SHORT, () -> false, Optional::empty))
                .isInstanceOf(BackingStartException.class)
                .hasMessageContaining("The database did not answer within 0 s");
    }

    @Test
    void givesUpOnADiskThatStallsWhileItIsUnpacked() throws IOException {
        InputStream stalled = new PipedInputStream(new PipedOutputStream());

        assertThatThrownBy(() -> PostgresArchive.unpack(stalled, folder, SHORT))
                .isInstanceOf(BackingStartException.class)
                .hasMessageContaining("PostgreSQL was not unpacked into " + folder + " within 0 s")
                .hasMessageContaining("JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=<folder>");
    }
}
