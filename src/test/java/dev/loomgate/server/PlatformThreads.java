package dev.loomgate.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

/** The threads of a server as the operating system counts them: virtual ones are none. */
final class PlatformThreads {
    /** Compilers, collectors and the like come when there is load. */
    private static final int OF_A_JVM = 30;

    private PlatformThreads() {}

    static long of(RunningServer server) throws IOException {
        String pid = String.valueOf(server.pid().orElseThrow());
        try (Stream<Path> tasks = Files.list(Path.of("/proc", pid, "task"))) {
            return tasks.count();
        }
    }

    /**
     * A few where no thread is held for a request; else as many as the pool may have, which says something only of a
     * pool that is smaller than the number of requests.
     */
    static long mayAdd(ContractArms.Arm arm) {
        Map<String, String> planned = arm.variant().effectiveOn(arm.runtime());
        return "platform".equals(planned.get("threads"))
                ? Long.parseLong(planned.getOrDefault("request-threads", "0")) + OF_A_JVM
                : OF_A_JVM;
    }
}
