package dev.loomgate.plan;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Every value that holds when the user says nothing, and why it is that value. Nothing else in the harness falls back. */
final class Defaults {
    private Defaults() {}

    /** Where everybody looks first: beside the pom. */
    static final Path THRESHOLDS = Path.of("thresholds.yml");

    /** Below target, so that {@code mvn clean} removes it and a CI job archives one folder. */
    static final Path OUTPUT = Path.of("target", "loomgate");

    /** Where the root build puts the servers it built. */
    static final Path SERVERS = Path.of("target", "servers");

    /** The scale a person waits for: all variants in 12 minutes. */
    static final String SCALE = "quick";

    /** Containers where an engine answers, else forked JVMs: works everywhere, and the choice is printed. */
    static final LauncherChoice LAUNCHER = LauncherChoice.AUTO;

    /** What could not be measured is red, in words of its own; only a smoke run of the pipeline itself may see it as a warning. */
    static final boolean INVALID_WARNS = false;

    /** Far above what a healthy server needs (1,200 req/s x 0.1 s = 120), far below the 20,000 descriptors at which a machine breaks. */
    static final int MAX_CONNECTIONS = 4096;

    /** A verdict "too noisy to tell" warns; whoever wants it red says so. */
    static final boolean STRICT = false;

    /**
     * Guards for a healthy shared machine: 1 % is more than one lost tick of the injector, 2 ms is what a reused generator on
     * one CPU shows at 1,000 req/s, 85 % leaves the generator room for a burst, and who is invalid three times in a row
     * has a reason that a fourth time does not cure.
     */
    static final Guards GUARDS = new Guards(0.01, Duration.ofMillis(2), 0.05, 0.85, 2);

    /** A public JRE image of every feature version. */
    static String image(int java) {
        return "eclipse-temurin:" + java + "-jre";
    }

    /** Thresholds files have a few kilobytes; what is larger is a mistake or an attack. */
    static final int LARGEST_FILE_BYTES = 1024 * 1024;

    /** The format itself needs five levels. */
    static final int DEEPEST_NESTING = 8;

    /** Rates and mebibytes beyond this are typing errors. */
    static final int LARGEST_COUNT = 1_000_000;

    /** A scale with more cells than this can't end within a day. */
    static final int MOST_CELLS = 1_000;

    /** The oldest Java the servers are built for. */
    static final int OLDEST_JAVA = 21;

    /** Properties of the build that share the prefix but are none of ours. */
    static final List<String> BUILD_PROPERTIES = List.of("instrument", "it.include", "it.exclude", "skip.unit.tests");
}
