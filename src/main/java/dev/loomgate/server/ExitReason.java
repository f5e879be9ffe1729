package dev.loomgate.server;

import java.util.Map;

/** Exit codes in words. */
public final class ExitReason {
    /** Words that a reason has when the JVM ended because its heap did. */
    public static final String OUT_OF_HEAP = "out of heap";

    private static final Map<Integer, String> SIGNALS = Map.of(
            1, "SIGHUP", 2, "SIGINT", 3, "SIGQUIT", 4, "SIGILL", 6, "SIGABRT", 7, "SIGBUS", 9, "SIGKILL", 11, "SIGSEGV",
            15, "SIGTERM");
    private static final int SIGNAL_BASE = 128;
    private static final int KILL = 9;

    private ExitReason() {}

    /** {@code exit code 137 (SIGKILL: …)}. */
    public static String of(int code) {
        String words = "exit code " + code;
        if (code == 3) {
            return words + " (" + OUT_OF_HEAP + ": the JVM ends with 3 on an OutOfMemoryError)";
        }
        if (code <= SIGNAL_BASE || code > SIGNAL_BASE + 64) {
            return words;
        }
        int signal = code - SIGNAL_BASE;
        String name = SIGNALS.getOrDefault(signal, "signal " + signal);
        return words + " (" + name + (signal == KILL ? ": killed, or the machine was out of memory)" : ")");
    }
}
