package dev.loomgate.server;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Everything that still runs: closed when this JVM ends by Ctrl-C or System.exit. */
final class OpenServers {
    private static final Set<Vessel> OPEN = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(OpenServers::closeAll, "loomgate-close-servers"));
    }

    private OpenServers() {}

    static void add(Vessel vessel) {
        OPEN.add(vessel);
    }

    static void remove(Vessel vessel) {
        OPEN.remove(vessel);
    }

    /** At the same time, since each may take seconds and a user is waiting. */
    private static void closeAll() {
        List<Thread> closing = OPEN.stream()
                .map(vessel -> Thread.ofVirtual().start(vessel::close))
                .toList();
        for (Thread thread : closing) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                return;
            }
        }
    }
}
