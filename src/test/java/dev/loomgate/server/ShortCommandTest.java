package dev.loomgate.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

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

    @Test
    void isEndedWhenItTakesTooLong() {
        ShortCommand done = ShortCommand.run(List.of("tail", "-f", "/dev/null"), Duration.ofMillis(50));

        assertThat(done.succeeded()).isFalse();
        assertThat(done.output()).contains("did not end within");
    }
}
