package dev.loomgate.server;

import java.util.Map;
import java.util.Set;

/**
 * How a process ended, in words.
 *
 * @param fromOutside whether somebody asked it to end (a hang-up, Ctrl-C, a TERM), which says nothing about the
 *     process itself
 */
public record ExitReason(String words, boolean fromOutside) {
    /** Option of a JVM that is to end with code 3 when its heap is used up. */
    public static final String OPTION = "-XX:+ExitOnOutOfMemoryError";

    /** Words that a reason has when the JVM ended because its heap did. */
    public static final String OUT_OF_HEAP = "out of heap";

    private static final Map<Integer, String> SIGNALS = Map.of(
            1, "SIGHUP", 2, "SIGINT", 3, "SIGQUIT", 4, "SIGILL", 6, "SIGABRT", 7, "SIGBUS", 9, "SIGKILL", 11, "SIGSEGV",
            15, "SIGTERM");
    private static final Set<Integer> REQUESTS = Set.of(1, 2, 15);
    private static final int SIGNAL_BASE = 128;
    private static final int KILL = 9;

    /** Of a JVM that was started with {@link #OPTION}; what 3 says of other programs only they know. */
    public static ExitReason ofJvm(int code) {
        return code == 3
                ? new ExitReason("exit code 3 (" + OUT_OF_HEAP + ": the JVM ends with 3 on an OutOfMemoryError)", false)
                : of(code);
    }

    /** {@code exit code 137 (SIGKILL: …)}. */
    public static ExitReason of(int code) {
        String words = "exit code " + code;
        if (code <= SIGNAL_BASE || code > SIGNAL_BASE + 64) {
            return new ExitReason(words, false);
        }
        int signal = code - SIGNAL_BASE;
        String name = SIGNALS.getOrDefault(signal, "signal " + signal);
        String more = signal == KILL ? ": killed, or the machine was out of memory" : "";
        return new ExitReason(words + " (" + name + more + ")", REQUESTS.contains(signal));
    }

    /** The same with more words behind it. */
    ExitReason with(String more) {
        return new ExitReason(words + more, fromOutside);
    }

    @Override
    public String toString() {
        return words;
    }
}
