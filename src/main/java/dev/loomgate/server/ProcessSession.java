package dev.loomgate.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HexFormat;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names the process that owns something, so that a later run can tell whether the owner is still alive.
 *
 * @param start ticks since the machine was booted on Linux, because its wall clock can be set; milliseconds since 1970
 *     elsewhere
 * @param namespace of process ids; 0 where there are none
 * @param boot of the kernel that {@code start} counts from; "none" where it has no name
 */
record ProcessSession(long pid, long start, long namespace, String boot, String host) {
    /** What {@link #current()} gives, as part of a larger pattern. */
    static final String PATTERN = "\\d{1,18}-\\d{1,18}-\\d{1,18}-[0-9a-z]+-[0-9a-z]+";

    private static final Pattern NAME = Pattern.compile("(\\d{1,18})-(\\d{1,18})-(\\d{1,18})-([0-9a-z]+)-([0-9a-z]+)");
    private static final Pattern DIGITS = Pattern.compile("\\d{1,18}");

    /** Outside Linux, start times may be computed from the uptime: two JVMs see them differ after the clock was set. */
    private static final long SAME_START_MILLIS = 60_000;

    private static final int STATE = 0;
    private static final int START_TICKS = 19;

    /** {@code <pid>-<start>-<namespace>-<boot>-<host>}: can be part of a file name or of a label. */
    static String current() {
        return of(ProcessHandle.current());
    }

    static String of(ProcessHandle process) {
        ProcessSession session =
                new ProcessSession(process.pid(), startOf(process).orElse(0), thisNamespace(), thisBoot(), thisHost());
        return session.text();
    }

    /**
     * False unless the owner is surely gone. A name that can't be parsed is not ours to judge, nor is a process of
     * another machine or of another namespace, which can't be seen from here. An owner from before the last boot of
     * this machine is gone.
     */
    static boolean ended(String name) {
        Matcher parts = NAME.matcher(name);
        if (!parts.matches()) {
            return false;
        }
        ProcessSession session = new ProcessSession(
                Long.parseLong(parts.group(1)),
                Long.parseLong(parts.group(2)),
                Long.parseLong(parts.group(3)),
                parts.group(4),
                parts.group(5));
        return session.ended();
    }

    private boolean ended() {
        if (!host.equals(thisHost())) {
            return false;
        }
        if (!boot.equals(thisBoot())) {
            return true;
        }
        return namespace == thisNamespace()
                && ProcessHandle.of(pid).filter(this::isThis).isEmpty();
    }

    private boolean isThis(ProcessHandle process) {
        OptionalLong now = startOf(process);
        return now.isPresent() && Math.abs(now.getAsLong() - start) <= (linux() ? 0 : SAME_START_MILLIS);
    }

    private String text() {
        return pid + "-" + start + "-" + namespace + "-" + boot + "-" + host;
    }

    /** Where a process id of a session means something: this machine, and this process-id namespace on it. */
    static String place() {
        return thisHost() + "/" + thisNamespace();
    }

    private static boolean linux() {
        return Files.isReadable(Path.of("/proc/self/stat"));
    }

    /** Empty when it has ended; a process that waits for its parent to fetch the exit code has, too. */
    private static OptionalLong startOf(ProcessHandle process) {
        if (!linux()) {
            Instant start = process.info().startInstant().orElse(Instant.EPOCH);
            return process.isAlive() ? OptionalLong.of(start.toEpochMilli()) : OptionalLong.empty();
        }
        try {
            String line = Files.readString(Path.of("/proc", String.valueOf(process.pid()), "stat"));
            // The name of the program stands in parentheses and may hold any character.
            String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
            return "ZXx".contains(fields[STATE])
                    ? OptionalLong.empty()
                    : OptionalLong.of(Long.parseLong(fields[START_TICKS]));
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }

    private static long thisNamespace() {
        try {
            // pid:[4026531836]
            Path link = Files.readSymbolicLink(Path.of("/proc/self/ns/pid"));
            Matcher number = DIGITS.matcher(link.toString());
            return number.find() ? Long.parseLong(number.group()) : 0;
        } catch (IOException | UnsupportedOperationException e) {
            return 0;
        }
    }

    private static String thisBoot() {
        return word("/proc/sys/kernel/random/boot_id");
    }

    private static String thisHost() {
        return word("/proc/sys/kernel/hostname");
    }

    /**
     * Short, since it becomes part of file names; eight hexadecimal digits tell the few machines and boots apart that
     * share a folder.
     */
    private static String word(String file) {
        try {
            return HexFormat.of()
                    .toHexDigits(Files.readString(Path.of(file)).strip().hashCode());
        } catch (IOException e) {
            return "none";
        }
    }
}
