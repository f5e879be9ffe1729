package dev.loomgate.server;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * Runs a command in a session of its own, so that what reaches the process group of this JVM (a hang-up, Ctrl-C) does
 * not reach it.
 */
public final class OwnSession {
    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final boolean AVAILABLE =
            ShortCommand.run(List.of("setsid", "true"), LIMIT).succeeded();

    private OwnSession() {}

    /**
     * The command line that does so; the command as it is where there is no {@code setsid}, as on macOS. Its process
     * id is the same either way.
     */
    public static List<String> of(List<String> command) {
        return AVAILABLE ? Stream.concat(Stream.of("setsid"), command.stream()).toList() : List.copyOf(command);
    }
}
