package dev.loomgate.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;

/** Signals that Java cannot send. */
public final class Signals {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private Signals() {}

    /**
     * Sends one.
     *
     * @param target a process id, or the negative id of a process group
     */
    public static void send(String signal, long target) {
        // The shell's own kill: not every system has the program.
        ShortCommand sent = ShortCommand.run(
                List.of("sh", "-c", "kill -s \"$0\" -- \"$1\"", signal, String.valueOf(target)), LIMIT);
        assertThat(sent.succeeded()).as(sent.output()).isTrue();
    }
}
