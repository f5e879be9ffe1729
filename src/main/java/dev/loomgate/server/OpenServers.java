package dev.loomgate.server;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Everything that still runs: closed when this JVM ends by Ctrl-C or System.exit, after which nothing more is started.
 */
public final class OpenServers {
    /** An engine that does not answer must not hold a JVM that ends. */
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private static final OpenServers OF_THIS_JVM = new OpenServers();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(OF_THIS_JVM::closeAll, "loomgate-close-servers"));
    }

    private final Set<ServerHandle> open = new HashSet<>();
    private boolean closing;

    OpenServers() {}

    static OpenServers ofThisJvm() {
        return OF_THIS_JVM;
    }

    /**
     * Whether this JVM is about to end. Its hooks close the servers while other threads go on measuring them: what
     * those see from now on says nothing about a server and must not be kept.
     */
    public static boolean areClosing() {
        return OF_THIS_JVM.closing();
    }

    private synchronized boolean closing() {
        return closing;
    }

    /**
     * Before it is started: what is closed meanwhile must not be forgotten.
     *
     * @throws ServerStartException when this JVM is about to end: while its hooks run the other threads go on, and
     *     would start the next server, which would not be closed
     */
    synchronized void add(ServerHandle handle) {
        if (closing) {
            throw new ServerStartException("this run is being stopped: no server is started any more");
        }
        open.add(handle);
    }

    synchronized void remove(ServerHandle handle) {
        open.remove(handle);
    }

    /** At the same time, since each may take seconds and a user is waiting. */
    void closeAll() {
        List<Thread> threads = lastOpen().stream()
                .map(handle -> Thread.ofVirtual().start(handle::close))
                .toList();
        for (Thread thread : threads) {
            try {
                thread.join(LIMIT);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private synchronized List<ServerHandle> lastOpen() {
        closing = true;
        return List.copyOf(open);
    }
}
