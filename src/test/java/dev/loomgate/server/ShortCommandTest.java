package dev.loomgate.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ShortCommandTest {
    private static final Duration PLENTY = Duration.ofSeconds(30);

    /** A pipe holds 64 KiB; taskset says two lines for each of a server's threads. */
    @Test
    void endsThoughItSaysMoreThanAPipeHolds() {
        ShortCommand done = ShortCommand.run(List.of("seq", "100000"), PLENTY);

        assertThat(done.succeeded()).isTrue();
        assertThat(done.output()).endsWith("\n100000\n");
    }

    @Test
    void tellsWhatItSaidWhenItFailed() {
        ShortCommand done = ShortCommand.run(List.of("ls", "/there/is/no/such/folder"), PLENTY);

        assertThat(done.succeeded()).isFalse();
        assertThat(done.output()).contains("/there/is/no/such/folder");
    }

    /** As git does with a daemon of its own: the child holds the pipe open. */
    @Test
    @Timeout(20)
    void doesNotWaitForAChildThatItLeavesBehind() {
        ShortCommand done = ShortCommand.run(List.of("sh", "-c", "sleep 60 & echo said"), PLENTY);

        assertThat(done.succeeded()).isTrue();
        assertThat(done.output()).isEqualTo("said\n");
    }

    @Test
    void hasNoVariablesThatChangeAJvm() {
        assertThat(ShortCommand.run(List.of("env"), PLENTY).output().lines().map(line -> line.replaceFirst("=.*", "")))
                .isNotEmpty()
                .isSubsetOf("PATH", "HOME", "TMPDIR", "TEMP", "TMP", "LANG", "LC_ALL", "TZ", "LD_LIBRARY_PATH");
    }

    @Test
    void isEndedWhenItTakesTooLong() {
        ShortCommand done = ShortCommand.run(List.of("tail", "-f", "/dev/null"), Duration.ofMillis(50));

        assertThat(done.succeeded()).isFalse();
        assertThat(done.output()).contains("did not end within");
    }
}
