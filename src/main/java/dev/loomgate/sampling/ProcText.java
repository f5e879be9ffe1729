package dev.loomgate.sampling;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The texts of {@code /proc} as the kernel documents them (proc(5)), parsed. */
final class ProcText {
    /**
     * USER_HZ, the unit of times in {@code stat}: a constant of the kernel's interface on all platforms a JVM server
     * runs on.
     */
    static final long NANOS_PER_TICK = 10_000_000;

    /** Of the fields after the name in {@code stat}; the state, field 3 of the documentation, is number 0 here. */
    private static final int PARENT = 1;

    private static final int USER_TICKS = 11;

    private static final int SYSTEM_TICKS = 12;
    private static final int ENDED_USER_TICKS = 13;
    private static final int ENDED_SYSTEM_TICKS = 14;
    private static final int THREADS = 17;
    private static final int START_TICKS = 19;

    private ProcText() {}

    /** Nanoseconds on a CPU, the first of the three numbers in {@code schedstat}. */
    static long schedstatNanos(String text) {
        return number(firstWord(text), "schedstat", text);
    }

    /**
     * What a line of {@code /proc/.../stat} says about its process or thread.
     *
     * @param endedNanos CPU time of the children that have ended and that it has waited for, and of theirs
     */
    record Stat(char state, long parent, long cpuNanos, long endedNanos, int threads, long startTicks) {
        boolean ended() {
            return state == 'Z' || state == 'X' || state == 'x';
        }
    }

    /**
     * The name stands in parentheses and may hold spaces and parentheses itself, so fields are counted from the last
     * one.
     */
    static Stat stat(String text) {
        List<String> fields = fields(text);
        if (fields.getFirst().length() != 1) {
            throw new Unreadable("stat", text);
        }
        long ticks = number(fields.get(USER_TICKS), "stat", text) + number(fields.get(SYSTEM_TICKS), "stat", text);
        long ended = number(fields.get(ENDED_USER_TICKS), "stat", text)
                + number(fields.get(ENDED_SYSTEM_TICKS), "stat", text);
        return new Stat(
                fields.getFirst().charAt(0),
                number(fields.get(PARENT), "stat", text),
                ticks * NANOS_PER_TICK,
                ended * NANOS_PER_TICK,
                Math.toIntExact(number(fields.get(THREADS), "stat", text)),
                number(fields.get(START_TICKS), "stat", text));
    }

    private static List<String> fields(String text) {
        int close = text.lastIndexOf(')');
        List<String> fields = close < 0
                ? List.of()
                : Arrays.asList(text.substring(close + 1).strip().split(" +"));
        if (fields.size() <= START_TICKS) {
            throw new Unreadable("stat", text);
        }
        return fields;
    }

    /** Resident set size from {@code status}: a line like {@code VmRSS:   34140 kB}. */
    static long rssBytes(String text) {
        String line = text.lines()
                .filter(candidate -> candidate.startsWith("VmRSS:"))
                .findFirst()
                .orElseThrow(() -> new Unreadable("status (no VmRSS)", text));
        return number(firstWord(line.substring("VmRSS:".length())), "status", line) * 1024;
    }

    /** As the process itself knows it, from {@code status}: the last of a line like {@code NSpid:	4711	1}. */
    static Optional<String> innerPid(String text) {
        return text.lines()
                .filter(line -> line.startsWith("NSpid:"))
                .map(line -> line.substring(line.lastIndexOf('\t') + 1).strip())
                .findFirst();
    }

    private static String firstWord(String text) {
        String stripped = text.strip();
        int end = stripped.indexOf(' ');
        return end < 0 ? stripped : stripped.substring(0, end);
    }

    static long number(String word, String file, String text) {
        try {
            return Long.parseLong(word);
        } catch (NumberFormatException notANumber) {
            throw new Unreadable(file, text, notANumber);
        }
    }

    /** A text that is not what the kernel documents. */
    static final class Unreadable extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Unreadable(String file, String text) {
            super(message(file, text));
        }

        Unreadable(String file, String text, Throwable cause) {
            super(message(file, text), cause);
        }

        private static String message(String file, String text) {
            String start = text.strip().lines().findFirst().orElse("");
            return "unexpected " + file + ": '" + start.substring(0, Math.min(80, start.length())) + "'";
        }
    }
}
