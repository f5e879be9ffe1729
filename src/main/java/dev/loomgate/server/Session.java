package dev.loomgate.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names the process that owns something, so that a later run can tell whether the owner is still alive. */
final class Session {
    private static final Pattern NAME = Pattern.compile("(\\d{1,18})-(\\d{1,18})");

    /** Start times are computed from the machine's uptime: two JVMs may see them differ after the clock was set. */
    private static final long SAME_START_MILLIS = 60_000;

    private Session() {}

    /** {@code <pid>-<start time in ms>}: process ids are used again, a pair with the start time is not. */
    static String current() {
        return of(ProcessHandle.current());
    }

    static String of(ProcessHandle process) {
        return process.pid() + "-" + startMillis(process);
    }

    /** False unless the owner is surely gone: what can't be parsed is not ours to judge. */
    static boolean ended(String name) {
        Matcher parts = NAME.matcher(name);
        if (!parts.matches()) {
            return false;
        }
        long start = Long.parseLong(parts.group(2));
        return ProcessHandle.of(Long.parseLong(parts.group(1)))
                .filter(owner -> Math.abs(startMillis(owner) - start) < SAME_START_MILLIS)
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

    private static long startMillis(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }
}
