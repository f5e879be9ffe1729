package dev.loomgate.server;

import dev.loomgate.plan.JvmRuntime;
import dev.loomgate.plan.Variant;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Launchers, a variant and a runtime that need nothing but the JDK which runs the tests. */
final class LaunchersUnderTest {
    private LaunchersUnderTest() {}

    static ServerLauncher named(String name, Path servers, Path logs) {
        if (name.equals("process")) {
            return forked(servers, logs, Boot.TIME_LIMIT);
        }
        throw new IllegalArgumentException(name);
    }

    static ForkedJvmLauncher forked(Path servers, Path logs, Duration limit) {
        JdkFinder jdks = new JdkFinder(Map.of(), Map.of(), servers);
        return new ForkedJvmLauncher(servers, logs, Placement.ofMachine(), jdks, limit);
    }

    static Variant tiny(String mood) {
        return new Variant("tiny", "tiny", Map.of("tiny", mood), List.of(), Map.of());
    }

    static JvmRuntime runtime() {
        int java = Runtime.version().feature();
        return new JvmRuntime("jdk" + java, java, 32, 256, List.of("-XX:+UseSerialGC"));
    }
}
