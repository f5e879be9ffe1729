package dev.loomgate.server;

import java.util.Set;

/**
 * The variables that a process which Loomgate starts inherits: servers, the generator, the services behind the
 * servers, and commands like {@code taskset}. Others could change what is measured (JAVA_TOOL_OPTIONS,
 * JDK_JAVA_OPTIONS, SPRING_…) without being in any fingerprint.
 */
public final class ChildEnvironment {
    private static final Set<String> INHERITED =
            Set.of("PATH", "HOME", "TMPDIR", "TEMP", "TMP", "LANG", "LC_ALL", "TZ", "SystemRoot", "LD_LIBRARY_PATH");

    private ChildEnvironment() {}

    /** Takes all others away from a process that is about to be started. */
    public static ProcessBuilder of(ProcessBuilder process) {
        process.environment().keySet().retainAll(INHERITED);
        return process;
    }
}
