package dev.loomgate.faults;

import java.util.List;

/**
 * What nohup starts, or a shell in the background, ignores HUP, INT and QUIT, and so does all that it starts: a test
 * that sends them must undo that.
 */
public final class AsInATerminal {
    private static final List<String> PREFIX = Stage.succeeds("env", "--default-signal=HUP,INT,QUIT", "true")
            ? List.of("env", "--default-signal=HUP,INT,QUIT")
            : List.of();

    private AsInATerminal() {}

    /** To be put before a command; nothing where {@code env} can't do it. */
    public static List<String> prefix() {
        return PREFIX;
    }
}
