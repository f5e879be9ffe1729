package dev.loomgate.load;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.loomgate.plan.HttpRequest;
import dev.loomgate.plan.Requests;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Answers {@code /wait} after a known time, counts what it gets, and misbehaves when told to. */
final class WaitingServer implements AutoCloseable {
    static final long WAIT_MILLIS = 30;

    private static final int BACKLOG = 1000;

    final AtomicInteger requests = new AtomicInteger();
    final Queue<Long> arrivedNanos = new ConcurrentLinkedQueue<>();
    final AtomicInteger atOnce = new AtomicInteger();
    final AtomicInteger mostAtOnce = new AtomicInteger();
    volatile int everyNthFails = Integer.MAX_VALUE;
    volatile int everyNthIsRedirected = Integer.MAX_VALUE;
    volatile int everyNthIsHungUpOn = Integer.MAX_VALUE;
    volatile String body = "ok";

    private final CountDownLatch closed = new CountDownLatch(1);
    private final HttpServer server;

    WaitingServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/wait", this::handle);
        server.start();
    }

    private String baseUrl() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    LoadOrder order(String name, int rate, int seconds, int maxConnections, Path folder) {
        return order(name, new Arrivals.Open(rate), Duration.ofSeconds(seconds), maxConnections, folder);
    }

    LoadOrder order(String name, Arrivals arrivals, Duration length, int maxConnections, Path folder) {
        return order(name, arrivals, length, maxConnections, folder, 4, null);
    }

    /** @param turns with as many phases */
    LoadOrder order(
            String name,
            Arrivals arrivals,
            Duration length,
            int maxConnections,
            Path folder,
            int phases,
            @Nullable Targets turns) {
        return new LoadOrder(
                name,
                Address.of(baseUrl()),
                Requests.of(HttpRequest.get("/wait", "ok")),
                arrivals,
                length.toMillis(),
                0,
                phases,
                4,
                turns == null ? 500 : 2000,
                maxConnections,
                folder.resolve("gatling").resolve(name).toString(),
                folder.resolve("hlog").toString(),
                name,
                turns);
    }

    Targets.Server target(String name) {
        return new Targets.Server(name, Address.of(baseUrl()));
    }

    private void handle(HttpExchange exchange) throws IOException {
        arrivedNanos.add(System.nanoTime());
        int number = requests.incrementAndGet();
        mostAtOnce.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
        try {
            // The wait is what this server serves; one that is closed serves no more requests.
            var unused = closed.await(WAIT_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            atOnce.decrementAndGet();
        }
        if (number % everyNthIsHungUpOn == 0) {
            exchange.close(); // no answer has begun: the connection is closed
            return;
        }
        byte[] answer = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Location", "/wait");
        exchange.sendResponseHeaders(status(number), answer.length);
        try (var out = exchange.getResponseBody()) {
            out.write(answer);
        }
    }

    private int status(int number) {
        if (number % everyNthIsRedirected == 0) {
            return 302;
        }
        return number % everyNthFails == 0 ? 503 : 200;
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
    }
}
