package dev.loomgate.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names the process that owns something, so that a later run can tell whether the owner is still alive. */
final class Session {
    private static final Pattern NAME = Pattern.compile("(\\d{1,18})-(\\d{1,18})");

    private static final Pattern OWNER = Pattern.compile("(.*)-([0-9a-f]{1,8})");

    /** Where the kernel does not tell start times, they are computed from the clock, and two JVMs see them differ after it was set. */
    private static final long SAME_START_MILLIS = 60_000;

    private Session() {}

    /** {@code <pid>-<start time>}: process ids are used again, a pair with the start time is not. */
    static String current() {
        return of(ProcessHandle.current());
    }

    static String of(ProcessHandle process) {
        return process.pid() + "-" + start(process);
    }

    /**
     * The same with the place where the process id means something: what lies in a folder or a hierarchy of control groups that several containers or machines may share is judged only by a
     * process that can see the owner.
     */
    static String owner() {
        return ownerAt(host());
    }

    static String ownerAt(String host) {
        return current() + "-" + Integer.toHexString(host.hashCode());
    }

    /** False unless the owner was here, and is surely gone. */
    static boolean ownerEnded(String owner) {
        Matcher parts = OWNER.matcher(owner);
        return parts.matches()
                && parts.group(2).equals(Integer.toHexString(host().hashCode()))
                && ended(parts.group(1));
    }

    /** False unless the owner is surely gone: what can't be parsed is not ours to judge. */
    static boolean ended(String name) {
        Matcher parts = NAME.matcher(name);
        if (!parts.matches()) {
            return false;
        }
        long start = Long.parseLong(parts.group(2));
        return ProcessHandle.of(Long.parseLong(parts.group(1)))
                .filter(owner -> sameStart(owner, start))
                .isEmpty();
    }

    /** Where a process id of a session means something: this machine, and this process-id namespace on it. */
    static String host() {
        return hostName() + "/" + namespace();
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown";
        }
    }

    private static String namespace() {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString();
        } catch (IOException | UnsupportedOperationException e) {
            return "";
        }
    }

    private static boolean sameStart(ProcessHandle process, long start) {
        OptionalLong ticks = startTicks(process);
        return ticks.isPresent()
                ? ticks.getAsLong() == start
                : Math.abs(startMillis(process) - start) < SAME_START_MILLIS;
    }

    private static long start(ProcessHandle process) {
        return startTicks(process).orElseGet(() -> startMillis(process));
    }

    private static long startMillis(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }

    /** Ticks from the machine's start to the process's, which setting the clock does not change; empty where there is no {@code /proc}. */
    private static OptionalLong startTicks(ProcessHandle process) {
        try {
            String stat = Files.readString(Path.of("/proc", String.valueOf(process.pid()), "stat"));
            // Behind the name, which may hold anything, comes field 3; the start is field 22.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            return OptionalLong.of(Long.parseLong(fields[19]));
        } catch (IOException | RuntimeException e) {
            return OptionalLong.empty();
        }
    }
}
