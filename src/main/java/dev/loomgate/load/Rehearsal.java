package dev.loomgate.load;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Warms a fresh generator before anything is measured with it: interpreted code sends late. The load goes to a server of our own, so that no server under test is
 * treated differently from the others.
 */
final class Rehearsal implements AutoCloseable {
    private static final byte[] ANSWER = "ok".getBytes(StandardCharsets.UTF_8);
    private static final int REQUESTS_PER_SECOND = 1000;
    private static final int SECONDS = 5;
    private static final int BACKLOG = 1000;

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpServer server;

    Rehearsal() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        } catch (IOException e) {
            throw new GeneratorBrokeException("cannot open a port for the load generator's rehearsal", e);
        }
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            try (exchange) {
                exchange.sendResponseHeaders(200, ANSWER.length);
                exchange.getResponseBody().write(ANSWER);
            }
        });
        server.start();
    }

    LoadOrder order(Path folder) {
        return new LoadOrder(
                "rehearsal",
                "http://127.0.0.1:" + server.getAddress().getPort(),
                "/",
                "ok",
                REQUESTS_PER_SECOND,
                SECONDS,
                1,
                4,
                1000,
                1000,
                folder.toString(),
                folder.toString(),
                "rehearsal");
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    /** Plays the piece once through. */
    static final class Once implements Conductor {
        @Override
        public boolean anotherWarmUp(int cycle) {
            return cycle == 1;
        }

        @Override
        public void warmUpEnded(int cycle) {}

        @Override
        public boolean anotherIteration(int iteration) {
            return iteration == 1;
        }

        @Override
        public void iterationEnded(int iteration) {}

        @Override
        public void measured(int iteration, IterationLoad load) {}
    }
}
